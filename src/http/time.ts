import { invalid } from './http-error.ts'

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?\s*(Z|[ +-]\d{2}(?::?\d{2})?)?)?$/

const DAY_MICROS = 86_400 * 1e6

/** Which end of a date without a time to use. */
export type TimeSide = 'start' | 'end'

/**
 * Parses an ISO date or date-time, in UTC unless it has a zone, into microseconds since 1970; undefined for other text.
 * Accepts a space for `+`, since a `+` in a URL arrives as a space.
 */
function parseTime(text: string, side: TimeSide): number | undefined {
  const match = TIME.exec(text.trim())
  if (match === null) return undefined
  const [, date = '', minutes, seconds = '00', fraction = '', zone = 'Z'] = match
  const offset = zone
    .replace(' ', '+')
    .replace(/^([+-]\d{2})(?::?(\d{2}))?$/, '$1:$2')
    .replace(/:$/, ':00')
  const millis = Date.parse(`${date}T${minutes ?? '00:00'}:${seconds}${offset}`)
  if (Number.isNaN(millis) || !isDate(date)) return undefined
  const micros = millis * 1000 + Number(fraction.padEnd(6, '0'))
  return minutes === undefined && side === 'end' ? micros + DAY_MICROS - 1 : micros
}

/** Returns whether a month has a day: `Date` turns 30 February into 2 March. */
function isDate(date: string): boolean {
  return new Date(`${date}T00:00Z`).toISOString().startsWith(date)
}

interface TimeRules {
  /** Which end of a date without a time to use (default: its start). */
  readonly side?: TimeSide
  /** The parameter that a 400 names (default: `name`), and its message. */
  readonly attribute?: string
  readonly detail?: string | undefined
}

/** Reads a time, in microseconds since 1970; undefined if it is missing or empty. Throws 400. */
export function readTime(
  query: URLSearchParams,
  name: string,
  { side = 'start', attribute = name, detail = 'Enter a valid date/time.' }: TimeRules,
): number | undefined {
  const text = query.get(name) ?? ''
  if (text === '') return undefined
  const micros = parseTime(text, side)
  if (micros === undefined) throw invalid(detail, attribute)
  return micros
}
