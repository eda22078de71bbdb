import type { Explanation, Span } from '../check.ts'
import { listNames, subjectOf } from '../sentence.ts'
import type { Difference } from './difference.ts'
import type { FormPair } from './pairing.ts'
import { endOfName, type Placeholder } from './placeholder.ts'

/** Maximum number of highlighted parts per side. */
const MAX_SPANS = 100

/**
 * Explains a difference of placeholders: "The translation has no `%1$s`; `%2$d` is not in the source". `formCount` is
 * the number of target forms.
 */
export function explainDifference(
  pair: FormPair,
  { missing, extra, shared, isOrder }: Difference,
  formCount: number,
): Explanation {
  const subject = subjectOf(pair.targetForm, formCount)
  const spans = [
    ...spansOf('source', { form: pair.sourceForm, text: pair.source }, missing),
    ...spansOf('target', { form: pair.targetForm, text: pair.target }, extra),
  ]
  if (isOrder) {
    const explanation = `${subject} has the placeholders in another order than the source`
    return { explanation, spans }
  }
  const isShared = ({ value }: Placeholder): boolean => shared.has(value)
  const has = [
    ['no', missing.filter((each) => !isShared(each)), pair.source, ''],
    ['fewer', missing.filter(isShared), pair.source, ' than the source'],
    ['more', extra.filter(isShared), pair.target, ' than the source'],
  ] as const
  const parts = has
    .filter(([, { length }]) => length > 0)
    .map(([word, some, text, end]) => `${word} ${listNames(namesOf(some, text))}${end}`)
  const sentences = parts.length > 0 ? [`${subject} has ${parts.join(' and ')}`] : []
  const unknown = namesOf(
    extra.filter((each) => !isShared(each)),
    pair.target,
  )
  if (unknown.length > 0) {
    const where = parts.length > 0 || formCount === 1 ? '' : ` of form ${pair.targetForm + 1}`
    const verb = unknown.length === 1 ? 'is' : 'are'
    sentences.push(`${listNames(unknown)}${where} ${verb} not in the source`)
  }
  return { explanation: sentences.join('; '), spans }
}

function namesOf(placeholders: readonly Placeholder[], text: string): readonly string[] {
  return [
    ...new Set(
      placeholders.map((placeholder) =>
        text.slice(placeholder.start, endOfName(text, placeholder)),
      ),
    ),
  ]
}

function spansOf(
  side: Span['side'],
  { form, text }: { readonly form: number; readonly text: string },
  placeholders: readonly Placeholder[],
): Span[] {
  return placeholders.slice(0, MAX_SPANS).map((placeholder) => ({
    side,
    form,
    start: placeholder.start,
    end: endOfName(text, placeholder),
  }))
}
