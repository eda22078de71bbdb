import { findAuthor } from '../../catalog/find.ts'
import type { People } from '../../catalog/history/people/people.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import type { Author } from '../../people/directory.ts'
import { type Answer, type ApiRequest, pageOf } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { translationResource } from '../resources/translation.ts'
import { userResource, userStatistics } from '../resources/user.ts'

/** Authors of commits, the first seen first; `username` narrows to names that start so, `id` to one. */
export async function listUsers(request: ApiRequest): Promise<Answer> {
  const { catalog, view, links, query } = request
  const people = await catalog.people(view)
  const start = query.get('username') ?? ''
  const id = query.get('id') ?? ''
  const found = people.directory.authors.filter(
    (author) =>
      author.userName.startsWith(start) && (id === '' || String(people.idOf(author)) === id),
  )
  return pageOf(
    request,
    listing(found, (author) => userResource(author, people.idOf(author), links)),
  )
}

/** `users/{name}/`. Throws 404 for somebody who committed nothing. */
export async function showUser(request: ApiRequest): Promise<Answer> {
  const { people, author } = await userOf(request)
  return { json: userResource(author, people.idOf(author), request.links) }
}

/** `users/{name}/statistics/` */
export async function showUserStatistics(request: ApiRequest): Promise<Answer> {
  const credits = await creditsOf(request)
  return { json: userStatistics(credits) }
}

/** The translations that somebody wrote a text in. */
export async function listUserContributions(request: ApiRequest): Promise<Answer> {
  const { links } = request
  const credits = await creditsOf(request)
  const translations = credits.flatMap(({ component, language }) =>
    component.translations.filter((one) => one.language.code === language.code),
  )
  return pageOf(
    request,
    listing(translations, (translation) => translationResource(translation, links)),
  )
}

async function creditsOf(request: ApiRequest): ReturnType<People['credits']> {
  const { people, author } = await userOf(request)
  return people.credits(componentsOf(request.view), { author })
}

/** The user of the address. */
export async function userOf({
  catalog,
  view,
  param,
}: ApiRequest): Promise<{ people: People; author: Author }> {
  const people = await catalog.people(view)
  return { people, author: findAuthor(people.directory, param('name')) }
}
