/** Returns the candidate that starts with `word` or takes the fewest edits; undefined if all are too different. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Math.max(2, Math.floor(word.length / 2)) + 1
  for (const candidate of candidates) {
    const isBeginning = word.length > 2 && candidate.startsWith(word)
    const edits = isBeginning ? 1 : countEdits(word.toLowerCase(), candidate.toLowerCase())
    if (edits < fewest) {
      fewest = edits
      best = candidate
    }
  }
  return best
}

/** Returns a hint at the most similar candidate; `''` if there is none. */
export function guess(word: string, candidates: Iterable<string>): string {
  const best = nearest(word, candidates)
  return best ? `, did you mean ${best}?` : ''
}

/** Counts insertions, deletions, replacements and swaps of neighboring letters. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      let edits = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (i > 1 && j > 1 && isSwapped) edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1)
      row.push(edits)
    }
    beforeLast = last
    last = row
  }
  return last[to.length] ?? 0
}
