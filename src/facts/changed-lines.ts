import { diffArrays } from 'diff'

/** The length of a text shown in a list, in UTF-16 units. */
export const LONG = 1000
/** Comparing more lines takes too long. */
const MAX_LINES = 200

/**
 * Returns the differing lines of two texts, at least one of which is long, with one line of context on each side.
 * Returns both texts whole if too many lines differ.
 */
export function changedLines(before: string, after: string): readonly [string, string] {
  if (Math.max(before.length, after.length) <= LONG) return [before, after]
  const changes = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: MAX_LINES })
  if (changes === undefined) return [before, after]
  const old: string[] = []
  const now: string[] = []
  for (const [index, { value, added, removed }] of changes.entries()) {
    const first = index === 0 ? [] : value.slice(0, 1)
    const last = index === changes.length - 1 ? [] : value.slice(-1)
    const isShort = added || removed || value.length <= first.length + last.length
    const lines = isShort ? value : [...first, '…', ...last]
    if (!added) old.push(...lines)
    if (!removed) now.push(...lines)
  }
  return [old.join('\n'), now.join('\n')]
}
