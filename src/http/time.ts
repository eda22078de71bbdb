import { invalid } from './http-error.ts'

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?\s*(Z|[ +-]\d{2}(?::?\d{2})?)?)?$/

const DAY_MICROS = 86_400 * 1e6

/** A time that a parameter names. */
interface ParsedTime {
  /** Microseconds since 1970; of a date alone its start. */
  readonly micros: number
  /** Microseconds since 1970; of a date alone its end. */
  readonly endMicros: number
}

/**
 * The time that an ISO date or date-time names, in UTC unless it says otherwise; undefined for anything else. A space
 * may stand for a `+`: that is how a `+` in an address arrives.
 */
function parseTime(text: string): ParsedTime | undefined {
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
  return { micros, endMicros: minutes === undefined ? micros + DAY_MICROS - 1 : micros }
}

/** Whether a month has a day: `Date` takes 30 February for 2 March. */
function isDate(date: string): boolean {
  return new Date(`${date}T00:00Z`).toISOString().startsWith(date)
}

/** Which end of a time that is a date alone is meant. */
export type TimeSide = 'micros' | 'endMicros'

interface TimeRules {
  /** Which end of a date alone is meant: by default its start. */
  readonly side?: TimeSide
  /** What a 400 calls the parameter, and what it says. */
  readonly attribute: string
  readonly detail?: string
}

/** The time that a text names, in microseconds since 1970. Throws 400. */
export function readTime(
  text: string,
  { side = 'micros', attribute, detail = 'Enter a valid date/time.' }: TimeRules,
): number {
  const time = parseTime(text)
  if (time === undefined) throw invalid(detail, attribute)
  return time[side]
}
