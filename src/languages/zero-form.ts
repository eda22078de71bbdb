import { oncePer } from '../cache.ts'
import { type Plural, UNNAMED } from './table.ts'

/** Maps Weblate's number for a kind of plural set to the kind with an added form for zero. */
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
/** Weblate's source number for sets with an added form. */
const ADDED = 3
/** Kinds of sets that start with a form for zero. */
const WITH_ZERO = new Set([11, 12, 15, 16, 17, 18, 19, 21])

/** Adds a form for zero before the others, unless the set starts with one. */
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

/** Returns whether the first form was added for zero. */
export function hasAddedZero({ source }: Plural): boolean {
  return source === ADDED
}

/** Returns a formula whose results are one higher, except for zero. */
function shifted(formula: string): string {
  if (!formula.includes('?')) return `n==0 ? 0 : ${formula === '0' ? 1 : `(${formula}) ? 2 : 1`}`
  const results = formula.replace(/([?:]\s*)(\d+)/g, (_, before: string, result: string) => {
    return before + (Number(result) + 1)
  })
  // The old condition need not include zero any more.
  const [, rest] = /^\(n == 0 \|\| n == 1\)(.*)$/s.exec(results) ?? []
  return rest === undefined ? `n==0 ? 0 : ${results}` : `(n == 0) ? 0 : (n == 1)${rest}`
}
