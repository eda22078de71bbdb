import { oncePer } from '../../cache.ts'
import type { CheckedUnit, GlossaryTerm } from '../check.ts'
import { noSpaceLanguages } from '../lists.ts'
import { baseLanguage, wordClass } from '../text.ts'
import { TextIndex } from './text-index.ts'

/** Longest source or target of a term. A longer text is not a term, and its expression could overflow the stack. */
const MAX_LENGTH = 1000

const wordCharacter = new RegExp(`[${wordClass}]`, 'u')

/** Index of the terms' sources in lower case. */
const indexOf = oncePer(
  (glossary: readonly GlossaryTerm[]) =>
    new TextIndex(
      glossary.map(({ source, target }) =>
        Math.max(source.length, target.length) > MAX_LENGTH ? '' : source.toLowerCase(),
      ),
    ),
)

/**
 * Returns the terms whose source occurs in a source form of the unit, ignoring case; whole words only if the source
 * language uses spaces. Overlapping terms all count.
 */
export function glossaryTermsOf(unit: CheckedUnit): readonly GlossaryTerm[] {
  const { glossary, sources, sourceLanguage } = unit
  if (glossary === undefined || glossary.length === 0) return []
  const needsBorders = !noSpaceLanguages.has(baseLanguage(sourceLanguage.code))
  const places = sources.flatMap((source) => {
    const text = source.toLowerCase()
    return indexOf(glossary).find(
      text,
      (start, end) => !needsBorders || (isBorder(text, start - 1) && isBorder(text, end)),
    )
  })
  const inOrder = [...new Set(places)].sort((a, b) => a - b)
  return inOrder.map((place) => glossary[place]!)
}

/**
 * Returns whether there is no word character at an offset. Either half of a surrogate pair stands for the whole
 * character.
 */
function isBorder(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return true
  const unit = text.charCodeAt(at)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && at > 0
  return !wordCharacter.test(String.fromCodePoint(text.codePointAt(isLow ? at - 1 : at) ?? 0))
}
