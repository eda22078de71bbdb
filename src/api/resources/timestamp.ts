import { JsonText } from '../rendering/json.ts'

/** Formats a time of statistics: like `timestamp`, but `2026-11-21 03:21:54.250034+00:00` in CSV. */
export function statisticsTime(seconds: number): JsonText {
  const text = timestamp(seconds)
  const cell = text.replace('T', ' ').replace('.000000', '').replace('Z', '+00:00')
  return new JsonText(text, cell)
}

/**
 * Formats ISO 8601 in UTC with six fractional digits and `Z`. Takes seconds since 1970 and microseconds (at most
 * 999,999).
 */
export function timestamp(seconds: number, micros = 0): string {
  const text = new Date(seconds * 1000).toISOString().slice(0, 19)
  return `${text}.${String(Math.min(micros, 999_999)).padStart(6, '0')}Z`
}
