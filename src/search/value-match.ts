import { QueryError } from '../errors.ts'
import type { SearchColumns } from './columns.ts'
import { type DateValue, parseDate } from './date.ts'
import type { Operator, Term } from './query.ts'
import type { Condition } from './row-test.ts'

const STATES: ReadonlyMap<string, number> = new Map([
  ['empty', 0],
  ['untranslated', 0],
  ['needs-editing', 10],
  ['fuzzy', 10],
  ['needs-rewriting', 11],
  ['needs-checking', 12],
  ['translated', 20],
  ['approved', 30],
  ['readonly', 100],
  ['read-only', 100],
])

type NumberOf = (columns: SearchColumns, row: number) => number

/** Matches an integer or a range `[1 to 3]`. Throws QueryError. */
export function matchNumber(term: Term, numberOf: NumberOf): Condition {
  const { value, operator, position } = term
  if (value.kind === 'range') {
    const from = parseInteger(value.from, position)
    const to = parseInteger(value.to, position)
    return rows((columns, row) => {
      const number = numberOf(columns, row)
      return number >= from && number <= to
    })
  }
  const isWanted = comparison(operator, parseInteger(textOf(term), position))
  return rows((columns, row) => isWanted(numberOf(columns, row)))
}

/** Returns a comparison with a state, given by name or number. Throws QueryError. */
export function stateTest(term: Term): (state: number) => boolean {
  const text = textOf(term)
  const isNumber = INTEGER.test(text)
  const state = isNumber ? Number(text.replaceAll('_', '')) : STATES.get(text)
  if (state === undefined) throw new QueryError(`Unsupported state: ${text}`, term.position)
  return comparison(term.operator, state)
}

/** The states of strings that need editing, which share one count; 11 and 12 are new in Weblate 2026.10. */
const FUZZY_STATES = [10, 11, 12]

/** Matches units with certain states, using the counts of the translation if possible. */
export function matchStates(isWanted: (state: number) => boolean): Condition {
  const tellsApart = new Set(FUZZY_STATES.map(isWanted)).size > 1
  return (columns) => {
    if (tellsApart && columns.countsOfStates().get(10)) {
      return { test: (row) => isWanted(columns.state(row)) }
    }
    let count = 0
    for (const [state, size] of columns.countsOfStates()) count += isWanted(state) ? size : 0
    if (count === 0 || count === columns.count) return count > 0
    return { test: (row) => isWanted(columns.state(row)), count }
  }
}

/** Matches an id, a comparison with one, or a list such as `1,2,3`. Throws QueryError. */
export function matchId(term: Term): Condition {
  const { operator, position } = term
  const text = textOf(term)
  if (operator !== ':' && operator !== ':=') {
    return matchNumber(term, (columns, row) => columns.id(row))
  }
  const ids = new Set(text.split(',').map((id) => parseInteger(id, position)))
  return (columns) => {
    const rows = [...ids].map((id) => columns.rowOfId(id)).filter((row) => row !== undefined)
    if (rows.length === 0) return false
    const candidates = [...new Set(rows)].sort((a, b) => a - b)
    const matching = new Set(candidates)
    return { test: (row) => matching.has(row), candidates }
  }
}

/**
 * Returns the test of a day, a year, an instant or a range of them; times are in milliseconds since 1970. Throws
 * QueryError.
 */
export function timeTest(term: Term, now: number): (time: number) => boolean {
  const { value, operator, position } = term
  const read = (text: string) => {
    const date = parseDate(text, now)
    if (date === undefined) throw new QueryError('Could not parse timestamp', position)
    return date
  }
  return value.kind === 'range'
    ? between(read(value.from), read(value.to))
    : compareWith(read(textOf(term)), operator)
}

/** Matches a boolean property that is false for all units. Throws QueryError. */
export function matchFalse(term: Term): Condition {
  const text = textOf(term)
  const isTrue = /^(?:yes|true|on|1)$/i.test(text)
  if (!isTrue && !/^(?:no|false|off|0)$/i.test(text)) {
    throw new QueryError(`Invalid boolean value: ${text}`, term.position)
  }
  return () => !isTrue
}

/** Returns the text of a term that accepts only texts; an expression is taken literally. Throws QueryError. */
export function textOf({ value, position }: Term): string {
  if (value.kind === 'range') throw new QueryError('Unsupported range lookup', position)
  return value.kind === 'regexp' ? value.pattern : value.text
}

/** Quotes a text as Python does in its messages. */
export function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inside = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return `${mark}${mark === "'" ? inside.replaceAll("'", "\\'") : inside}${mark}`
}

const INTEGER = /^\s*[+-]?\d+(?:_\d+)*\s*$/

function parseInteger(text: string, position: number): number {
  if (INTEGER.test(text)) return Number(text.replaceAll('_', ''))
  throw new QueryError(`invalid literal for int() with base 10: ${quote(text)}`, position)
}

export function rows(test: (columns: SearchColumns, row: number) => boolean): Condition {
  return (columns) => ({ test: (row) => test(columns, row) })
}

/** Returns the test of an operator, chosen once instead of for each row. */
export function comparison(operator: Operator, limit: number): (number: number) => boolean {
  switch (operator) {
    case ':<':
      return (number) => number < limit
    case ':<=':
      return (number) => number <= limit
    case ':>':
      return (number) => number > limit
    case ':>=':
      return (number) => number >= limit
    default:
      return (number) => number === limit
  }
}

/** Treats a day or year as inclusive: after it means from its start, before it means until its end. */
function compareWith(date: DateValue, operator: Operator): (time: number) => boolean {
  if (date.kind === 'instant') return comparison(operator, date.time)
  const { start, end } = date
  if (operator === ':>' || operator === ':>=') return (time) => time >= start
  if (operator === ':<' || operator === ':<=') return (time) => time < end
  return (time) => time >= start && time < end
}

function between(from: DateValue, to: DateValue): (time: number) => boolean {
  const start = from.kind === 'span' ? from.start : from.time
  const isBefore =
    to.kind === 'span' ? (time: number) => time < to.end : (time: number) => time <= to.time
  return (time) => time >= start && isBefore(time)
}
