import type { Review } from '../catalog/review/review.ts'
import type { Sides } from './differences.ts'

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
  const isWanted = (code: string) => codes.has(code)
  return {
    ...{ base, head, ...review },
    languages: review.languages.filter((entry) => isWanted(entry.language)),
    authors: review.authors?.filter((author) => author.languages.some(isWanted)) ?? null,
    strings: review.strings.filter((string) => isWanted(string.language)),
  }
}
