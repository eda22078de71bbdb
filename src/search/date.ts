/** A parsed date: a day or year (`end` is the first moment after it), or an instant. In milliseconds since 1970. */
export type DateValue =
  | { readonly kind: 'span'; readonly start: number; readonly end: number }
  | { readonly kind: 'instant'; readonly time: number }

const DAY = 86_400_000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const TIME =
  /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?$/

/**
 * Parses a date, a date with a time (UTC unless it has a zone) or an English phrase such as `2 weeks ago`, counted from
 * the start of today. `now` is in milliseconds since 1970. Returns undefined for other text.
 */
export function parseDate(text: string, now: number): DateValue | undefined {
  const today = Math.floor(now / DAY) * DAY
  const lower = text.trim().toLowerCase()
  if (/^\d{4}$/.test(lower)) {
    const year = Number(lower)
    return year === 0
      ? undefined
      : { kind: 'span', start: startOf(year, 1, 1) ?? 0, end: startOf(year + 1, 1, 1) ?? 0 }
  }
  const day = parseDay(lower, today)
  if (day !== undefined) return spanOf(day)
  const parts = /^(.*\d)(?:t|\s+)(\d{2}(?::|\d|z|$).*)$/.exec(lower)
  const date = parts && parseDay(parts[1] ?? '', today)
  const time = parts && timeOf(parts[2] ?? '')
  if (typeof date === 'number' && typeof time === 'number') {
    return { kind: 'instant', time: date + time }
  }
  return parsePhrase(lower, today)
}

function spanOf(start: number): DateValue {
  return { kind: 'span', start, end: start + DAY }
}

/** Returns the start of a day, whose month is written as a number or name. */
function parseDay(text: string, today: number): number | undefined {
  const iso = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})$/.exec(text)
  if (iso !== null) return startOf(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const month = /^(\d{4})-(\d{1,2})$/.exec(text)
  if (month !== null) return sameDayOf(Number(month[1]), Number(month[2]), today)
  const loose = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (loose !== null) return startOf(Number(loose[1]), Number(loose[3]), Number(loose[4]))
  const american = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (american !== null) {
    const [first, second, year] = [Number(american[1]), Number(american[3]), Number(american[4])]
    return first > 12 ? startOf(year, second, first) : startOf(year, first, second)
  }
  const dayFirst = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? (\\d{4})$`).exec(text)
  if (dayFirst !== null)
    return startOf(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]))
  const monthFirst = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`).exec(text)
  if (monthFirst === null) return undefined
  return startOf(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2]))
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1
}

function startOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isReal = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.getTime() : undefined
}

/** Returns today's day of the month in another month, or that month's last day. */
function sameDayOf(year: number, month: number, today: number): number | undefined {
  if (month < 1 || month > 12) return undefined
  const number = new Date(today).getUTCDate()
  return startOf(year, month, Math.min(number, new Date(Date.UTC(year, month, 0)).getUTCDate()))
}

/** Returns the milliseconds since the start of the day in UTC. */
function timeOf(text: string): number | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const [, hours, minutes = '0', seconds = '0', fraction = '0', zone = 'z'] = match
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  const shift = offset
    ? (offset[1] === '-' ? 1 : -1) * (60 * Number(offset[2]) + Number(offset[3] ?? 0))
    : 0
  const whole = 3600 * Number(hours) + 60 * (Number(minutes) + shift) + Number(seconds)
  return 1000 * (whole + Number(`0.${fraction}`))
}

const PHRASE = /^(\d{1,6}|an?|one) (second|sec|minute|min|hour|day|week|month|year)s?,?(?: and)? /

function parsePhrase(text: string, today: number): DateValue | undefined {
  if (text === 'today' || text === 'now') return spanOf(today)
  if (text === 'yesterday') return spanOf(today - DAY)
  if (text === 'tomorrow') return spanOf(today + DAY)
  let rest = text.replace(/\s+/g, ' ').replace(/^last (week|month|year)$/, '1 $1 ago')
  let time = today
  let isInstant = false
  for (let match = PHRASE.exec(rest); match !== null; match = PHRASE.exec(rest)) {
    const amount = /^\d/.test(match[1] ?? '') ? Number(match[1]) : 1
    time = goBack(time, amount, match[2] ?? '')
    isInstant ||= /^(?:sec|min|hour)/.test(match[2] ?? '')
    rest = rest.slice(match[0].length)
    if (rest !== 'ago') continue
    if (Number.isNaN(time)) return undefined
    return isInstant ? { kind: 'instant', time } : spanOf(time)
  }
  return undefined
}

function goBack(time: number, amount: number, unit: string): number {
  const length = LENGTHS[unit]
  if (length !== undefined) return time - amount * length
  const date = new Date(time)
  const months = date.getUTCMonth() - amount * (unit === 'year' ? 12 : 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  date.setUTCMonth(months, Math.min(date.getUTCDate(), last))
  return date.getTime()
}

const LENGTHS: Readonly<Record<string, number>> = {
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  day: DAY,
  week: 7 * DAY,
}
