import type { Search } from './finding.ts'
import { createHashNumbers } from './hash-numbers.ts'

/**
 * Searches a language for strings, known by their hashes, that are translated in more than one way: in every state, the
 * source language too. Chooses `most` of them, those with the lowest hashes. `count` is that of all units.
 */
export function createInconsistentSearch(count: number, most: number): Search {
  const known = createHashNumbers(count)
  const firstTargets: string[] = []
  const different = new Set<number>()
  return {
    check: 'inconsistent',
    look({ idHashes, targets }, translation) {
      for (let row = 0; row < translation.count; row++) {
        const number = known.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
        const target = targets.at(row) ?? ''
        if (number === firstTargets.length) firstTargets.push(target)
        else if (firstTargets[number] !== target) different.add(number)
      }
    },
    choose() {
      const hashes = [...different].map((number) => known.hashOf(number))
      const chosen = hashes.sort((a, b) => a.high - b.high || a.low - b.low).slice(0, most)
      const places = createHashNumbers(chosen.length)
      for (const { low, high } of chosen) places.add(low, high)
      return {
        orders: chosen.map(({ low, high }) => digitsOf(high) + digitsOf(low)),
        placeOf: ({ idHashes }, row) =>
          places.find(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0),
      }
    },
  }
}

function digitsOf(half: number): string {
  return half.toString(16).padStart(8, '0')
}
