import { changesAt, NOWHERE } from '../../catalog/place.ts'
import type { Change } from '../../history/changes/change.ts'
import type { ChangeFilter } from '../../history/changes/change-filter.ts'
import type { People } from '../../history/people/people.ts'
import { notFound } from '../../http/http-error.ts'
import { Query } from '../../http/request-info.ts'
import { KNOWN_ACTIONS, selectChanges } from '../../http/select-changes.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import type { Author } from '../../people/author.ts'
import { ACTION_NAMES } from '../../search/action.ts'
import { findLanguage } from '../../view/find.ts'
import { unitId } from '../../view/unit-id.ts'
import { type ApiRequest, type Endpoint, type Endpoints, whole } from '../endpoint.ts'
import type { Links } from '../links.ts'
import { PAGES, paginate, wantedPart } from '../pagination.ts'
import { JsonList } from '../rendering/json.ts'
import { OWN_LINK, timestamp } from '../resources/fields.ts'
import { translationPath } from '../resources/translation.ts'
import { userLink } from '../resources/user.ts'
import { pageParameters, parameter, TIME } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'
import { userOf } from './users.ts'

/** A Change with the keys of both versions. */
const CHANGE = s.shown(
  'Change',
  'A change of a unit or of a translation.',
  (change: Change, people: People, links: Links) => {
    const { author } = people.of(change.component, change.authorCommit)
    return { ...change, author, links, path: `changes/${change.id}/` }
  },
  {
    unit: [
      s.nullable(s.LINK),
      ({ links, translation, row }) =>
        translation === undefined || row === undefined
          ? null
          : links.api(`units/${unitId(translation, row)}/`),
    ],
    component: [
      s.nullable(s.LINK),
      ({ links, component }) => links.api(`components/${encodedPlaceOf(component)}/`),
    ],
    translation: [
      s.nullable(s.LINK),
      ({ links, translation }) =>
        translation === undefined ? null : links.api(translationPath(translation)),
    ],
    addon: [s.nullable(s.LINK), () => null],
    user: [s.nullable(s.LINK), () => null],
    author: [s.nullable(s.LINK), ({ author, links }) => userLink(author, links)],
    alert: [s.nullable(s.recordOf()), () => null],
    timestamp: [s.TIMESTAMP, ({ seconds, index }) => timestamp(seconds, index)],
    action: s.INTEGER,
    target: s.STRING,
    old: s.STRING,
    details: s.recordOf<s.JsonSchema<string | number>>(),
    id: s.ID,
    action_name: [s.STRING, ({ action }) => ACTION_NAMES[action]],
    url: OWN_LINK,
  },
)

/** Read by `selectChanges`. */
const FILTERS = [
  parameter(
    'action',
    "Weblate's codes of kinds of changes; may be repeated.",
    s.arrayOf({ type: 'integer', enum: KNOWN_ACTIONS }),
  ),
  parameter('user', 'User name of the author.'),
  parameter('timestamp_after', 'Only changes at or after this time.', TIME),
  parameter('timestamp_before', 'Only changes at or before this time.', TIME),
]

export const changeEndpoints: Endpoints = {
  '/changes': changes('All changes, newest first.', () => ({})),
  '/changes/:id': whole(CHANGE, {
    summary: 'A change.',
    needs: 'history',
    async get({ catalog, view, links, param, signal }) {
      const id = param('id')
      const isId = /^-?[0-9]{1,16}$/.test(id)
      const change = isId ? await catalog.changes(view).find(Number(id), signal) : undefined
      if (change === undefined) throw notFound()
      return { json: CHANGE.json(change, await catalog.people(view), links) }
    },
  }),
  ...inScopes(
    EVERY_SCOPE,
    'changes',
    changes('Changes in a {scope}.', (request) => {
      const { project, component, translation } = scopeOf(request)
      const place = { ...NOWHERE, project, component, code: translation?.language.code }
      return { place: changesAt(place) }
    }),
  ),
  '/languages/:language/changes': changes(
    'Changes in a language. Not in Weblate.',
    ({ view, param }) => ({
      place: { language: findLanguage(view, param('language')).language.code },
    }),
  ),
  '/users/:name/changes': changes('Changes by an author. Not in Weblate.', async (request) => ({
    author: (await userOf(request)).author,
  })),
}

/** Selects the changes of a place or an author; everything if neither is set. */
interface Selection {
  readonly place?: ChangeFilter
  readonly author?: Author
}

/** Defines a page of changes, newest first. No change has a known user, so `user` names its author. */
function changes(
  summary: string,
  select: (request: ApiRequest) => Selection | Promise<Selection>,
): Endpoint {
  return whole(s.page(CHANGE), {
    summary,
    needs: 'history',
    needsJob: () => true,
    query: [...FILTERS, ...pageParameters()],
    async get(request) {
      const { catalog, view, client, links, query } = request
      const { place, author } = await select(request)
      const { people, list, isByAuthor } = await selectChanges(request, place, author)
      const shown = new Query(query)
      let range = wantedPart(query)
      let part = await list(range)
      if (query.get('page') === 'last') {
        // More changes may be counted while a page is read, which can move the last page.
        do {
          range = wantedPart(query, part.count)
          part = await list(range)
        } while (part.isCounted && range.start !== wantedPart(query, part.count).start)
        shown.set('page', String(range.start / range.size + 1))
      }
      const { count, isCounted, isComplete, changes } = part
      if (!isCounted && !isByAuthor) {
        // Later requests need it. No client can abort it, and one that asks for it gets an error again.
        const log = catalog.changes(view)
        log.count({}, { client }).catch(() => {})
      }
      const items = new JsonList(count, (index) =>
        CHANGE.json(changes[index - range.start] as Change, people, links),
      )
      return {
        json: paginate(items, { ...request, query: shown }, PAGES, !isCounted),
        ...(!(isCounted && isComplete) && { headers: { 'X-History-Complete': 'false' } }),
        isTransient: !isCounted,
      }
    },
  })
}
