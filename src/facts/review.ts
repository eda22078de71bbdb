import type { Review } from '../catalog/review/review.ts'
import type { Sides } from './differences.ts'
import { counted, formatNumber } from './format-numbers.ts'

/** The output of `gitglot review --format json`, described by `schemas/review.schema.json`. */
export interface ReviewSummary extends Review, Pick<Sides, 'base' | 'head'> {}

/** Reviews two sides, limited to the selected languages. */
export async function summarizeReview(
  { base, head, selected, review: read }: Sides,
  isNarrowed: boolean,
): Promise<ReviewSummary> {
  const review = await read()
  if (!isNarrowed) return { base, head, ...review }
  const codes = new Set(
    selected.flatMap(({ translations }) => translations.map(({ language }) => language.code)),
  )
  return { base, head, ...limitReview(review, codes) }
}

/** Limits a review to languages with these codes. */
export function limitReview(review: Review, codes: ReadonlySet<string>): Review {
  const isWanted = (code: string) => codes.has(code)
  return {
    ...review,
    languages: review.languages.filter((entry) => isWanted(entry.language)),
    authors: review.authors?.filter((author) => author.languages.some(isWanted)) ?? null,
    strings: review.strings.filter((string) => isWanted(string.language)),
  }
}

/** Returns `Nothing to review.`, or one sentence on what changed and what deserves a look. */
export function reviewSentence({ languages, authors, strings, newAlerts }: Review): string {
  const alerts = newAlerts.length === 0 ? '' : `; ${counted(newAlerts.length, 'new alert')}`
  const changed = languages.reduce(
    (sum, { translated, reworded, untranslated }) => sum + translated + reworded + untranslated,
    0,
  )
  if (changed === 0 && strings.length === 0) {
    return alerts === '' ? 'Nothing to review: no text changed.' : `No text changed${alerts}.`
  }
  const codes = new Set(languages.map(({ language }) => language)).size
  const high = strings.filter(({ risk }) => risk === 'high').length
  const firsts = authors?.filter(({ isFirst }) => isFirst).length ?? 0
  // A commit that only copies a file writes no text.
  const by =
    authors === null || authors.length === 0 ? '' : ` by ${counted(authors.length, 'author')}`
  const first = firsts === 0 ? '' : `, ${formatNumber(firsts)} of them for the first time`
  return `${counted(changed, 'text')} changed in ${counted(codes, 'language')}${by}${first}: ${counted(high, 'high risk')}, ${counted(strings.length, 'string')} to look at${alerts}.`
}
