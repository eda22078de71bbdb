import { oncePer } from '../../cache.ts'
import type { CheckedUnit, GlossaryTerm } from '../check.ts'
import { noSpaceLanguages } from '../lists.ts'
import { baseLanguage, isWordAt } from '../text.ts'
import { TextIndex } from './text-index.ts'

/** Longest source or target of a term. A longer text is not a term, and its expression could overflow the stack. */
const MAX_LENGTH = 1000

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
      (start, end) => !needsBorders || !(isWordAt(text, start - 1) || isWordAt(text, end)),
    )
  })
  const inOrder = [...new Set(places)].sort((a, b) => a - b)
  return inOrder.map((place) => glossary[place]!)
}
