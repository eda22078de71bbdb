import type { CheckedUnit, GlossaryTerm } from '../check.ts'
import { noSpaceLanguages } from '../lists.ts'
import { baseLanguage, wordClass } from '../text.ts'

/** Longest source or target of a term; a longer one is none, and an expression for it could overflow the stack. */
const MAX_LENGTH = 1000

const wordCharacter = new RegExp(`[${wordClass}]`, 'u')

/**
 * The terms that apply to the unit: their source occurs in one of the unit's source forms, in any case; as whole words when
 * the source language has spaces. Overlapping terms all apply.
 */
export function glossaryTermsOf(unit: CheckedUnit): readonly GlossaryTerm[] {
  const { glossary, sources, sourceLanguage } = unit
  if (glossary === undefined || glossary.length === 0) return []
  const needsBorders = !noSpaceLanguages.has(baseLanguage(sourceLanguage.code))
  const texts = sources.map((source) => source.toLowerCase())
  return glossary.filter((term) => {
    if (Math.max(term.source.length, term.target.length) > MAX_LENGTH) return false
    const part = term.source.toLowerCase()
    return part !== '' && texts.some((text) => occurs(part, text, needsBorders))
  })
}

function occurs(part: string, text: string, needsBorders: boolean): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (!needsBorders || (isBorder(text, at - 1) && isBorder(text, at + part.length))) return true
  }
  return false
}

/** Whether there is no word character. Of a pair of surrogates both halves lead to the whole character. */
function isBorder(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return true
  const unit = text.charCodeAt(at)
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && at > 0
  return !wordCharacter.test(String.fromCodePoint(text.codePointAt(isLow ? at - 1 : at) ?? 0))
}
