import type { People } from '../../history/people/people.ts'
import { compareLanguages } from '../../languages/language.ts'
import { type Author, sumByAuthor } from '../../people/author.ts'
import { findAuthor } from '../../view/find.ts'
import { componentsOf } from '../../view/view.ts'
import { type ApiRequest, type Endpoints, ITEM, LIST, paged, whole } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { TRANSLATION } from '../resources/translation.ts'
import { CREDIT, USER, USER_STATISTICS } from '../resources/user.ts'
import { parameter, readSeconds, TIME } from '../schema/parameters.ts'
import { arrayOf, ID, recordOf } from '../schema/schema.ts'
import { inScopes, scopeOf } from '../scope.ts'

export const userEndpoints: Endpoints = {
  // Lists the earliest authors first. `username` filters by prefix, `id` by one id.
  '/users': paged(USER, {
    summary: 'Authors of commits.',
    needs: 'history',
    allow: LIST,
    query: [
      parameter('username', 'Start of the user name.'),
      parameter('id', 'Id of the user.', ID),
    ],
    async get({ catalog, view, links, query }) {
      const people = await catalog.people(view)
      const start = query.get('username') ?? ''
      const id = query.get('id') ?? ''
      const authors = people.directory.authors.filter(
        (author) =>
          author.userName.startsWith(start) && (id === '' || String(people.idOf(author)) === id),
      )
      return listing(authors, (author) => USER.json(author, people.idOf(author), links))
    },
  }),
  '/users/:name': whole(USER, {
    summary: 'An author of commits.',
    needs: 'history',
    allow: ITEM,
    async get(request) {
      const { people, author } = await userOf(request)
      return { json: USER.json(author, people.idOf(author), request.links) }
    },
  }),
  '/users/:name/statistics': whole(USER_STATISTICS, {
    summary: "Numbers of a user's translated units.",
    needs: 'history',
    needsJob: () => true,
    formats: ['json-flat'],
    get: async (request) => ({ json: USER_STATISTICS.json(await creditsOf(request)) }),
  }),
  '/users/:name/contributions': paged(TRANSLATION, {
    summary: 'Translations that a user contributed to.',
    needs: 'history',
    needsJob: () => true,
    async get(request) {
      const credits = await creditsOf(request)
      const translations = credits.flatMap(({ component, language }) =>
        component.translations.filter((translation) => translation.language.code === language.code),
      )
      return listing(translations, (translation) => TRANSLATION.json(translation, request.links))
    },
  }),
  // Sorted by language. Each is an object with the language's name as key and its people, the most active first.
  ...inScopes(
    ['project', 'component'],
    'credits',
    whole(arrayOf(recordOf(arrayOf(CREDIT))), {
      summary: 'Who translated a {scope}, by language.',
      needs: 'history',
      query: [
        parameter('start', 'Only commits at or after this time.', TIME),
        parameter('end', 'Only commits at or before this time.', TIME),
        parameter('lang', 'Only this language: its code.'),
      ],
      needsJob: () => true,
      async get(request) {
        const { components } = scopeOf(request)
        const { catalog, view, query } = request
        const filter = {
          from: readSeconds(query, 'start', 'start', 'Invalid format for `start`'),
          to: readSeconds(query, 'end', 'end', 'Invalid format for `end`'),
          languageCode: query.get('lang') || undefined,
        }
        const people = await catalog.people(view)
        const credits = await people.credits(components, filter, request)
        const languages = new Map(credits.map(({ language }) => [language.code, language]))
        const json = [...languages.values()].sort(compareLanguages).map(({ code, name }) => ({
          [name]: sumByAuthor(credits.filter(({ language }) => language.code === code)).map(
            ([author, units]) => CREDIT.json(author, units),
          ),
        }))
        return { json }
      },
    }),
  ),
}

async function creditsOf(request: ApiRequest): ReturnType<People['credits']> {
  const { people, author } = await userOf(request)
  return people.credits(componentsOf(request.view), { author }, request)
}

/** Returns the user that the address names. */
export async function userOf({
  catalog,
  view,
  param,
}: ApiRequest): Promise<{ people: People; author: Author }> {
  const people = await catalog.people(view)
  return { people, author: findAuthor(people.directory, param('name')) }
}
