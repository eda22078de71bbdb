import { expect, test } from 'vitest'
import { parseDate } from '../../src/search/date.ts'
import { NOW } from './units.ts'

/** A date as ISO 8601: an instant, or the first and last millisecond of a span. */
function print(text: string): string | undefined {
  const date = parseDate(text, NOW)
  const iso = (time: number) => new Date(time).toISOString()
  if (date === undefined) return undefined
  return date.kind === 'instant' ? iso(date.time) : `${iso(date.start)} ${iso(date.end - 1)}`
}

const day = (date: string) => `${date}T00:00:00.000Z ${date}T23:59:59.999Z`

test.each([
  ['2026', '2026-01-01T00:00:00.000Z 2026-12-31T23:59:59.999Z'],
  ['2026-11-21', day('2026-11-21')],
  ['20261121', day('2026-11-21')],
  ['2026/1/2', day('2026-01-02')],
  ['1/2/2026', day('2026-01-02')],
  ['21.11.2026', day('2026-11-21')],
  ['21 November 2026', day('2026-11-21')],
  ['Nov 21st, 2026', day('2026-11-21')],
  ['2026-11', day('2026-11-21')],
  ['2026-02', day('2026-02-21')],
  ['2024-02-29', day('2024-02-29')],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['0000', undefined],
  ['2026-11-21T03:20:00Z', '2026-11-21T03:20:00.000Z'],
  ['2026-11-21 03:20:00', '2026-11-21T03:20:00.000Z'],
  ['2026-11-21T03:20Z', '2026-11-21T03:20:00.000Z'],
  ['2026-11-21T03:20:00.5+02:00', '2026-11-21T01:20:00.500Z'],
  ['2026-11-21T23:20:00-0130', '2026-11-22T00:50:00.000Z'],
  ['20261121T032000Z', '2026-11-21T03:20:00.000Z'],
  ['2026-11-21T24:00:00Z', undefined],
  ['2026-11-21T03:60:00Z', undefined],
  ['today', day('2026-11-21')],
  ['Yesterday', day('2026-11-20')],
  ['7 days ago', day('2026-11-14')],
  ['a week ago', day('2026-11-14')],
  ['last month', day('2026-10-21')],
  ['9 months ago', day('2026-02-21')],
  ['1 year, 2 days ago', day('2025-11-19')],
  ['1 hour ago', '2026-11-20T23:00:00.000Z'],
  ['90 minutes ago', '2026-11-20T22:30:00.000Z'],
  ['999999 years ago', undefined],
  ['7 days', undefined],
  ['nonsense', undefined],
  ['', undefined],
])('%s', (text, expected) => {
  expect(print(text)).toBe(expected)
})
