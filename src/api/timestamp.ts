/** ISO 8601 in UTC with six fractional digits and `Z`, from seconds since 1970 and microseconds (at most 999,999). */
export function timestamp(seconds: number, micros = 0): string {
  const text = new Date(seconds * 1000).toISOString().slice(0, 19)
  return `${text}.${String(Math.min(micros, 999_999)).padStart(6, '0')}Z`
}
