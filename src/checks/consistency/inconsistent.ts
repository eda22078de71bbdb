import { createHashNumbers, type HashNumbers } from './hash-numbers.ts'
import type { BatchTranslation, Report } from './translation.ts'

/** Weblate marks no more strings of a project. */
const MAX_STRINGS = 100

/** A string with more than one translation in a language. */
interface Inconsistent {
  readonly language: string
  readonly number: number
  readonly low: number
  readonly high: number
}

/**
 * Reports units whose string, known by its hash, is translated in more than one way in the same language: in every state,
 * the source language too. The strings with the lowest hashes come first. Yields after each language.
 */
export function* findInconsistent(
  byLanguage: ReadonlyMap<string, readonly BatchTranslation[]>,
  report: Report,
): Generator<void, void> {
  const found: Inconsistent[] = []
  const numbers = new Map<string, HashNumbers>()
  for (const [language, translations] of byLanguage) {
    // Within a component a string occurs once.
    if (translations.length < 2) continue
    const known = createHashNumbers(
      translations.reduce((sum, { targets }) => sum + targets.length, 0),
    )
    numbers.set(language, known)
    for (const number of numbersOfDifferent(translations, known)) {
      found.push({ language, number, ...known.hashOf(number) })
    }
    yield
  }
  if (found.length === 0) return
  found.sort((a, b) => a.high - b.high || a.low - b.low || (a.language < b.language ? -1 : 1))
  const marked = new Map<string, Set<number>>()
  for (const { language, number } of found.slice(0, MAX_STRINGS)) {
    const set = marked.get(language)
    if (set === undefined) marked.set(language, new Set([number]))
    else set.add(number)
  }
  for (const [language, set] of marked) {
    const known = numbers.get(language)
    for (const translation of byLanguage.get(language) ?? []) {
      const { idHashes, targets } = translation
      for (let row = 0; row < targets.length; row++) {
        const number = known?.find(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0) ?? -1
        if (set.has(number)) report(translation, row, 'inconsistent')
      }
      yield
    }
  }
}

/** Numbers the strings; gives the numbers of those with different targets. */
function numbersOfDifferent(
  translations: readonly BatchTranslation[],
  known: HashNumbers,
): ReadonlySet<number> {
  const firstTargets: string[] = []
  const different = new Set<number>()
  for (const { idHashes, targets } of translations) {
    for (let row = 0; row < targets.length; row++) {
      const number = known.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
      const target = targets[row] ?? ''
      if (number === firstTargets.length) firstTargets.push(target)
      else if (firstTargets[number] !== target) different.add(number)
    }
  }
  return different
}
