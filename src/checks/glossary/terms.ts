import { oncePer } from '../../cache.ts'
import type { CheckedUnit, GlossaryTerm } from '../check.ts'
import { noSpaceLanguages } from '../lists.ts'
import { baseLanguage, wordClass } from '../text.ts'
import { TextIndex } from './text-index.ts'

/** Longest source or target of a term; a longer one is none, and an expression for it could overflow the stack. */
const MAX_LENGTH = 1000

const wordCharacter = new RegExp(`[${wordClass}]`, 'u')

/** Of the sources in lower case. */
const indexOf = oncePer(
  (glossary: readonly GlossaryTerm[]) =>
    new TextIndex(
      glossary.map(({ source, target }) =>
        Math.max(source.length, target.length) > MAX_LENGTH ? '' : source.toLowerCase(),
      ),
    ),
)

/**
 * The terms that apply to the unit: their source occurs in one of the unit's source forms, in any case; as whole words when
 * the source language has spaces. Overlapping terms all apply.
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

/** Whether there is no word character. Of a pair of surrogates both halves lead to the whole character. */
function isBorder(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return true
  const unit = text.charCodeAt(at)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && at > 0
  return !wordCharacter.test(String.fromCodePoint(text.codePointAt(isLow ? at - 1 : at) ?? 0))
}
