import { oncePer } from '../../cache.ts'
import { groupBy } from '../../group-by.ts'
import { ANCHOR, escapeRegExp } from '../../regexp/pattern.ts'
import type { Check, CheckedUnit, Explanation, GlossaryTerm, Range, Span } from '../check.ts'
import { formCheck, unitCheck } from '../form-check.ts'
import { characters, noSpaceLanguages } from '../lists.ts'
import { listNames, quote, subjectOf } from '../sentence.ts'
import { baseLanguage } from '../text.ts'
import { glossaryTermsOf } from './terms.ts'

const initial = new RegExp(`^[${characters.prohibitedInitial}]`, 'u')

/** Checks of terms, both those that translations must use and those of a glossary itself. */
export const glossaryChecks: readonly Check[] = [
  unitCheck({
    id: 'check_glossary',
    name: 'Does not follow glossary',
    description: 'The translation does not follow terms defined in a glossary',
    severity: 'warning',
    enabledBy: ['check-glossary'],
    fails: firstBreach,
    explain: explainBreach,
  }),
  formCheck({
    id: 'prohibited_initial_character',
    name: 'Prohibited initial character',
    description: 'The string starts with a prohibited character',
    severity: 'warning',
    fails: (source, target) => initial.test(source) || initial.test(target),
    explain({ source, target }) {
      const isSource = initial.test(source)
      const sign = (isSource ? source : target).charAt(0)
      const name = /\s/.test(sign) ? 'white space' : quote(sign)
      return [
        `${isSource ? 'The source' : 'The translation'} starts with ${name}`,
        [isSource ? 'source' : 'target', 0, 1],
      ]
    },
  }),
]

/** A form that uses a forbidden term, or none of the terms for a source. */
interface Breach {
  readonly form: number
  readonly terms: readonly GlossaryTerm[]
  readonly isForbidden: boolean
}

function firstBreach(unit: CheckedUnit): Breach | undefined {
  const terms = glossaryTermsOf(unit)
  if (terms.length === 0) return undefined
  const hasBorders = !noSpaceLanguages.has(baseLanguage(unit.language.code))
  const groups = groupBy(
    terms.filter(({ flags }) => !flags.has('forbidden')),
    ({ source }) => source,
  )
  const forbidden = terms.filter(({ flags }) => flags.has('forbidden'))
  for (const [form, target] of unit.targets.entries()) {
    const occurs = (term: GlossaryTerm): boolean =>
      findExpected(term, target, hasBorders) !== undefined
    const wrong = forbidden.find(occurs)
    if (wrong) return { form, terms: [wrong], isForbidden: true }
    for (const group of groups.values()) {
      if (!group.some(occurs)) return { form, terms: group, isForbidden: false }
    }
  }
  return undefined
}

/** Returns the text that the translation must contain, or must not if the term is forbidden. */
function expectedText({ source, target, flags }: GlossaryTerm): string {
  return flags.has('read-only') ? source : target
}

/** Without word boundaries, which would take a millisecond to compile per term. */
const patternOf = oncePer(
  (term: GlossaryTerm) => new RegExp(escapeRegExp(expectedText(term)), 'giu'),
)
const border = new RegExp(ANCHOR.wordBoundary, 'uy')

/**
 * Finds the first occurrence of a term's expected text, ignoring case; whole words only if the language uses spaces.
 */
function findExpected(term: GlossaryTerm, text: string, hasBorders: boolean): Range | undefined {
  const pattern = patternOf(term)
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = [match.index, match.index + match[0].length]
    if (!hasBorders || (isAtBorder(text, start) && isAtBorder(text, end))) return { start, end }
    // Skips a whole character: a search from its second half would find the same match again.
    pattern.lastIndex = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
  }
  return undefined
}

function isAtBorder(text: string, at: number): boolean {
  border.lastIndex = at
  return border.test(text)
}

function explainBreach(unit: CheckedUnit, { form, terms, isForbidden }: Breach): Explanation {
  const texts = [...new Set(terms.map(expectedText))]
  const subject = subjectOf(form, unit.targets.length)
  if (isForbidden) {
    const [term] = terms
    const hasBorders = !noSpaceLanguages.has(baseLanguage(unit.language.code))
    const range = term && findExpected(term, unit.targets[form] ?? '', hasBorders)
    const { start, end } = range ?? { start: 0, end: 0 }
    return {
      explanation: `${subject} uses the forbidden term ${listNames(texts)}`,
      spans: start < end ? [{ side: 'target', form, start, end }] : [],
    }
  }
  const source = terms[0]?.source ?? ''
  const spans = unit.sources.flatMap((text, sourceForm): Span[] => {
    const start = text.toLowerCase().indexOf(source.toLowerCase())
    const end = Math.min(text.length, start + source.length)
    return start < 0 || start >= end ? [] : [{ side: 'source', form: sourceForm, start, end }]
  })
  return {
    explanation: `${subject} does not use ${listNames(texts, 'or')} for ${quote(source)}`,
    spans,
  }
}
