import { QueryError, unless } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import { actionOf } from './action.ts'
import { parseQuery } from './parse.ts'
import { type Term, termsOf } from './query.ts'
import { matchText } from './text-match.ts'
import { quote, textOf, timeTest } from './value-match.ts'

/** Times of a unit that a search may use. */
export type TimeKind = 'added' | 'lastChanged' | 'sourceChanged'

/** An entry in the log of a unit. */
export interface LogEntry {
  /** Weblate's code of the action. */
  readonly action: number
  /** Milliseconds since 1970. */
  readonly time: number
}

/** A test of entries, of a time in milliseconds since 1970, or of the user names of those who changed the content. */
export type LogTest =
  | { readonly about: 'entry'; test(entry: LogEntry): boolean }
  | { readonly about: TimeKind; test(time: number): boolean }
  | { readonly about: 'author'; test(userName: string): boolean }

const FIELDS = new Map<string, (term: Term, now: number) => LogTest>([
  // Entries of units are about their content.
  ['changed', aboutTime],
  ['change_time', aboutTime],
  ['added', aboutUnitTime('added')],
  ['last_changed', aboutUnitTime('lastChanged')],
  ['source_changed', aboutUnitTime('sourceChanged')],
  ['changed_by', (term): LogTest => ({ about: 'author', ...matchText(term, 'whole') })],
  ['change_action', aboutAction],
])

/** The names of the fields that depend on the log of a unit. */
export const LOG_FIELDS: readonly string[] = [...FIELDS.keys()]

/** Returns the test of a term on one of `LOG_FIELDS`; `now` is in milliseconds since 1970. Throws QueryError. */
export function logTestOf(term: Term, now: number): LogTest {
  return FIELDS.get(term.field ?? '')!(term, now)
}

/** Returns the key of a term: equal for terms that match the same units. */
export function logKeyOf({ field, operator, value }: Term): string {
  return JSON.stringify([field, operator, value])
}

/** Returns the terms of a query that need the log; none for a malformed query. */
export function logTermsOf(text: string, weblate?: WeblateVersion): readonly Term[] {
  // Most queries can be excluded without parsing.
  if (!/change|added/.test(text)) return []
  const query = unless(() => parseQuery(text, weblate), QueryError)
  if (query === undefined) return []
  return termsOf(query).filter(({ field }) => field !== undefined && FIELDS.has(field))
}

function aboutTime(term: Term, now: number): LogTest {
  const isWanted = timeTest(term, now)
  return { about: 'entry', test: ({ time }) => isWanted(time) }
}

function aboutUnitTime(about: TimeKind): (term: Term, now: number) => LogTest {
  return (term, now) => ({ about, test: timeTest(term, now) })
}

function aboutAction(term: Term): LogTest {
  const name = textOf(term)
  const action = actionOf(name)
  if (action === undefined) throw new QueryError(quote(name), term.position)
  return { about: 'entry', test: (entry) => entry.action === action }
}
