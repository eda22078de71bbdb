/** Formats numbers and lists for pages, feeds and commands. */

/** Where a comma stands in a whole number. A regular expression, because the first `Intl.NumberFormat` takes 10 ms. */
const BETWEEN_THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** Returns `12,417` for a whole number. */
export function formatNumber(value: number): string {
  return String(value).replace(BETWEEN_THOUSANDS, ',')
}

/** Returns `1 language` or `12 languages`. */
export function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns `Dutch, Finnish and French`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? ''
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** Returns `71.1`, or a dash for an unknown number. */
export function formatPercent(percent: number | null | undefined): string {
  return percent === undefined || percent === null ? '–' : percent.toFixed(1)
}
