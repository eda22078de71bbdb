import { createHashNumbers } from './hash-numbers.ts'
import type { BatchTranslation, Report } from './translation.ts'

/** A string with more than one translation in a language. */
interface Inconsistent {
  readonly language: string
  readonly low: number
  readonly high: number
}

/**
 * Reports units whose string, known by its hash, is translated in more than one way in the same language: in every state,
 * the source language too. Of more than `maxStrings` those with the lowest hashes. Yields after each language.
 */
export function* findInconsistent(
  byLanguage: ReadonlyMap<string, readonly BatchTranslation[]>,
  maxStrings: number,
  report: Report,
): Generator<void, void> {
  const found: Inconsistent[] = []
  for (const [language, translations] of byLanguage) {
    // Within a component a string occurs once.
    if (translations.length < 2) continue
    for (const hash of hashesOfDifferent(translations)) found.push({ language, ...hash })
    yield
  }
  found.sort((a, b) => a.high - b.high || a.low - b.low || (a.language < b.language ? -1 : 1))
  const marked = found.slice(0, maxStrings)
  for (const language of new Set(marked.map((one) => one.language))) {
    const known = createHashNumbers(marked.length)
    for (const one of marked) if (one.language === language) known.add(one.low, one.high)
    for (const translation of byLanguage.get(language) ?? []) {
      const { idHashes } = translation.columns()
      for (let row = 0; row < translation.count; row++) {
        const number = known.find(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
        if (number >= 0) report(translation, row, 'inconsistent')
      }
      yield
    }
  }
}

/** The hashes of strings with different targets. */
function hashesOfDifferent(
  translations: readonly BatchTranslation[],
): { readonly low: number; readonly high: number }[] {
  const known = createHashNumbers(translations.reduce((sum, { count }) => sum + count, 0))
  const firstTargets: string[] = []
  const different = new Set<number>()
  for (const translation of translations) {
    const { idHashes, targets } = translation.columns()
    for (let row = 0; row < translation.count; row++) {
      const number = known.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
      const target = targets.at(row) ?? ''
      if (number === firstTargets.length) firstTargets.push(target)
      else if (firstTargets[number] !== target) different.add(number)
    }
  }
  return [...different].map((number) => known.hashOf(number))
}
