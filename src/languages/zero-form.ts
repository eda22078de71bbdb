import { oncePer } from '../cache.ts'
import { type Plural, UNNAMED } from './table.ts'

/** Weblate's number for sets of forms -> that of the same set with one for zero before them. */
const TYPES: ReadonlyMap<number, number> = new Map([
  [0, 15],
  [1, 11],
  [2, 16],
  [4, 18],
  [6, 17],
  [10, 12],
  [20, 21],
  [22, 16],
])
/** Weblate's number for where such a set comes from. */
const ADDED = 3
/** Sets that begin with a form for zero. */
const WITH_ZERO = new Set([11, 12, 15, 16, 17, 18, 19, 21])

/** A set of plural forms with one for zero before the others, unless it begins with that. */
export const withZeroForm: (plural: Plural) => Plural = oncePer((plural: Plural) => {
  const { number, formula, type } = plural
  if (WITH_ZERO.has(type)) return plural
  return {
    source: ADDED,
    number: number + 1,
    formula: shifted(formula),
    type: TYPES.get(type) ?? UNNAMED,
  }
})

/** Whether the first form is one for zero that the language has not. */
export function hasAddedZero({ source }: Plural): boolean {
  return source === ADDED
}

/** The formula whose results are higher by one but for zero. */
function shifted(formula: string): string {
  if (!formula.includes('?')) return `n==0 ? 0 : ${formula === '0' ? 1 : `(${formula}) ? 2 : 1`}`
  const results = formula.replace(/([?:]\s*)(\d+)/g, (_, before: string, result: string) => {
    return before + (Number(result) + 1)
  })
  // Zero needs no place in the first form any more.
  const [, rest] = /^\(n == 0 \|\| n == 1\)(.*)$/s.exec(results) ?? []
  return rest === undefined ? `n==0 ? 0 : ${results}` : `(n == 0) ? 0 : (n == 1)${rest}`
}
