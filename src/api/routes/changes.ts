import { findLanguage } from '../../catalog/find.ts'
import type { Change } from '../../catalog/history/changes/change.ts'
import type { ChangeAuthor } from '../../catalog/history/changes/change-author.ts'
import type { ChangeFilter } from '../../catalog/history/changes/change-filter.ts'
import { notFound } from '../../http/http-error.ts'
import { whole } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  projectOf,
  translationOf,
} from '../endpoint.ts'
import { type Listing, listing, paginate, wantedPart } from '../pagination.ts'
import { CHANGE, changeResource } from '../resources/change.ts'
import { CHANGE_FILTERS, pageParameters } from '../schema/parameters.ts'
import { page } from '../schema/schema.ts'
import { userOf } from './users.ts'

export const changeEndpoints: Endpoints = {
  '/changes': { ...changes('All changes, newest first.', () => ({})), name: 'Change List' },
  '/changes/:id': whole(CHANGE, {
    name: 'Change Instance',
    summary: 'A change.',
    async get({ catalog, view, links, param }) {
      const id = param('id')
      const isId = /^-?[0-9]{1,16}$/.test(id)
      const change = isId ? await catalog.changes(view).find(Number(id)) : undefined
      if (change === undefined) throw notFound()
      return { json: changeResource(change, await catalog.people(view), links) }
    },
  }),
  '/projects/:project/changes': changes('Changes in a project.', (request) => ({
    place: { project: projectOf(request).config.slug },
  })),
  '/components/:project/:component/changes': changes('Changes in a component.', (request) => ({
    place: { component: componentOf(request) },
  })),
  '/translations/:project/:component/:language/changes': changes(
    'Changes in a translation.',
    (request) => {
      const { component, language } = translationOf(request)
      return { place: { component, language: language.code } }
    },
  ),
  '/languages/:language/changes': changes(
    'Changes in a language. Not in Weblate.',
    ({ view, param }) => ({
      place: { language: findLanguage(view, param('language')).language.code },
    }),
  ),
  '/users/:name/changes': changes(
    'Changes that somebody is the author of. Not in Weblate.',
    async (request) => ({ author: await userOf(request) }),
  ),
}

/** Where changes are, and whose; without both all. */
interface Scope {
  readonly place?: ChangeFilter
  readonly author?: ChangeAuthor
}

/** A page, newest first. Changes have no user, so a list of somebody's is empty; authors are something else. */
function changes(
  summary: string,
  scopeOf: (request: ApiRequest) => Scope | Promise<Scope>,
): Endpoint {
  return whole(page(CHANGE), {
    name: 'Changes',
    summary,
    query: [...Object.values(CHANGE_FILTERS), ...pageParameters()],
    async get(request) {
      const { place, author } = await scopeOf(request)
      const { catalog, view, links, query } = request
      const filter = { ...place, ...filterOf(query) }
      if (CHANGE_FILTERS.user.read(query) !== '') return { json: paginate(NO_CHANGES, request) }
      const wanted = wantedPart(query)
      const changeLog = catalog.changes(view)
      let part = await changeLog.list(filter, wanted, author)
      let { start } = wanted
      if (query.get('page') === 'last') {
        const { size } = wantedPart(
          new URLSearchParams({ page_size: query.get('page_size') ?? '' }),
        )
        start = Math.max(0, Math.ceil(part.count / size) - 1) * size
        part = await changeLog.list(filter, { start, size }, author)
      }
      const { count, isCounted, isComplete, changes: found } = part
      const people = await catalog.people(view)
      const items = {
        count,
        isOpen: !isCounted,
        item: (index: number) => changeResource(found[index - start] as Change, people, links),
      }
      return {
        json: paginate(items, request),
        ...(!(isCounted && isComplete) && { headers: { 'X-History-Complete': 'false' } }),
        isTransient: !isCounted,
      }
    },
  })
}

const NO_CHANGES: Listing<never> = listing([], (none: never) => none)

function filterOf(query: URLSearchParams): ChangeFilter {
  const actions = CHANGE_FILTERS.actions.read(query)
  const after = CHANGE_FILTERS.after.read(query)
  const before = CHANGE_FILTERS.before.read(query)
  return {
    ...(actions.length > 0 ? { actions: new Set(actions) } : {}),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  }
}
