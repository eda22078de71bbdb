import type { ChangeFilter, Wanted } from '../history/changes/change-filter.ts'
import type { ChangePart } from '../history/changes/change-log.ts'
import type { Author } from '../people/author.ts'
import { ACTION_NAMES } from '../search/action.ts'
import { invalidChoice } from './http-error.ts'
import { readTime } from './time.ts'
import type { ViewRequest } from './views.ts'

/** Action codes of Weblate that a filter may name, including those that never occur here. */
export const KNOWN_ACTIONS: readonly number[] = Object.keys(ACTION_NAMES).map(Number)

/** Parses the `action` parameters of a query, which name actions by code. Throws 400. */
function readActions(query: URLSearchParams): number[] {
  return query.getAll('action').map((text) => {
    const code = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
    if (!KNOWN_ACTIONS.includes(code)) throw invalidChoice(text, 'action')
    return code
  })
}

const NO_CHANGES: ChangePart = { count: 0, isCounted: true, isComplete: true, changes: [] }

/**
 * Selects the changes at a place, or of an author, that pass the query's filters: `action`, `timestamp_after`,
 * `timestamp_before` and `user`, which here means the author, since no change has another user. Throws 400.
 */
export async function selectChanges(
  { catalog, view, signal, query }: ViewRequest,
  place?: ChangeFilter,
  pageAuthor?: Author,
) {
  const actions = readActions(query)
  const after = readTime(query, 'timestamp_after', { attribute: 'timestamp' })
  const before = readTime(query, 'timestamp_before', { attribute: 'timestamp' })
  const filter: ChangeFilter = {
    ...place,
    ...(actions.length > 0 && { actions: new Set(actions) }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  }
  const people = await catalog.people(view)
  const name = query.get('user') ?? ''
  const author = name === '' ? pageAuthor : people.directory.named(name)
  const isNobody = name !== '' && (author === undefined || author !== (pageAuthor ?? author))
  const log = catalog.changes(view)
  return {
    people,
    isByAuthor: author !== undefined || isNobody,
    /** See `ChangeLog.list`. */
    list: async (range: Wanted): Promise<ChangePart> =>
      isNobody
        ? NO_CHANGES
        : log.list(filter, range, { writer: author && { people, author }, signal }),
  }
}
