import { createHash } from 'node:crypto'
import { caseInsensitiveLanguages } from '../lists.ts'
import { baseLanguage } from '../text.ts'
import type { BatchColumns, BatchTranslation, Report } from './translation.ts'

/** A translation that different strings share in a language. */
interface Reused {
  readonly language: string
  readonly target: string
  readonly order: string
  readonly sources: ReadonlySet<string>
}

/**
 * Reports translated units whose translation another string of the project has, too. Of more than `maxTranslations` the
 * first in the order of the MD5 digests of their lower-case texts; those that are passed over later on count, too. Yields
 * after each language.
 */
export function* findReused(
  byLanguage: ReadonlyMap<string, readonly BatchTranslation[]>,
  maxTranslations: number,
  report: Report,
): Generator<void, void> {
  const found: Reused[] = []
  for (const [language, translations] of byLanguage) {
    for (const [target, sources] of sharedTargets(translations)) {
      const order = createHash('md5').update(target.toLowerCase()).digest('hex')
      found.push({ language, target, order, sources })
    }
    yield
  }
  found.sort((a, b) => compare(a.order, b.order) || compare(a.language, b.language))
  const marked = new Map<string, Set<string>>()
  for (const reused of found.slice(0, maxTranslations)) {
    if (!isReported(reused)) continue
    const set = marked.get(reused.language)
    if (set === undefined) marked.set(reused.language, new Set([reused.target]))
    else set.add(reused.target)
  }
  for (const [language, set] of marked) {
    for (const translation of byLanguage.get(language) ?? []) {
      if (translation.language.filePlural.number === 1) continue
      const columns = translation.columns()
      for (let row = 0; row < translation.count; row++) {
        if (set.has(translationAt(columns, row))) report(translation, row, 'reused')
      }
      yield
    }
  }
}

/** The target of a unit that takes part, which is translated, approved or read-only; else `''`. */
export function translationAt({ states, targets }: BatchColumns, row: number): string {
  return (states[row] ?? 0) >= 20 ? (targets.at(row) ?? '') : ''
}

/** The sources of each target that has more than one. */
function sharedTargets(
  translations: readonly BatchTranslation[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const first = new Map<string, string>()
  const shared = new Map<string, Set<string>>()
  for (const translation of translations) {
    const columns = translation.columns()
    for (let row = 0; row < translation.count; row++) {
      const target = translationAt(columns, row)
      if (target === '') continue
      const source = columns.sources.at(row) ?? ''
      const known = first.get(target)
      if (known === undefined) first.set(target, source)
      else if (known !== source) {
        const set = shared.get(target)
        if (set === undefined) shared.set(target, new Set([known, source]))
        else set.add(source)
      }
    }
  }
  return shared
}

/** Where the script has no case, sources that differ only in case are the same. */
function isReported({ language, sources }: Reused): boolean {
  if (
    !caseInsensitiveLanguages.has(language) &&
    !caseInsensitiveLanguages.has(baseLanguage(language))
  ) {
    return true
  }
  return new Set([...sources].map((source) => source.toLowerCase())).size > 1
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
