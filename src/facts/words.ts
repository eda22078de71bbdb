/** Formats numbers and lists for pages, feeds and commands. */

const NUMBERS = new Intl.NumberFormat('en')

/** Returns `12,417`. */
export function formatNumber(value: number): string {
  return value < 1000 ? String(value) : NUMBERS.format(value)
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
