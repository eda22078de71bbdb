import type { Explanation, Span } from '../check.ts'
import { listNames, subjectOf } from '../sentence.ts'
import { haveSameOrder, subtract } from '../subtract.ts'
import type { FormPair } from './pairing.ts'
import { endOfName, type Placeholder, type PlaceholderSyntax } from './placeholder.ts'

/** Differences between the placeholders of source and target. */
export interface Difference {
  /** Placeholders of the source that the translation lacks. */
  readonly missing: readonly Placeholder[]
  /** Placeholders of the translation that the source lacks. */
  readonly extra: readonly Placeholder[]
  /** Values of placeholders that both have. */
  readonly shared: ReadonlySet<string>
  /** Whether only the order of unnamed placeholders differs. */
  readonly isOrder: boolean
}

/** Compares the placeholders; returns undefined if the translation is correct. */
export function compareForms(
  syntax: PlaceholderSyntax,
  { source, target, isLenient }: FormPair,
): Difference | undefined {
  if (source === '' || target === '') return undefined
  const expected = placeholdersOf(syntax, source)
  const placeholders = placeholdersOf(syntax, target)
  const isList = expected.length === 0 || expected.some(({ value }) => syntax.isUnnamed?.(value))
  if (isList && haveSameOrder(expected, placeholders, valueIn)) return undefined
  const missing = subtract(expected, placeholders, valueIn)
  const extra = subtract(placeholders, expected, valueIn)
  const isOnlyMissing = isList
    ? placeholders.every(({ value }, i) => value === expected[i]?.value)
    : extra.length === 0
  if (isOnlyMissing && (isLenient || missing.length === 0)) return undefined
  const values = new Set(expected.map(({ value }) => value))
  const shared = new Set(
    placeholders.map(({ value }) => value).filter((value) => values.has(value)),
  )
  if (missing.length > 0 || extra.length > 0) return { missing, extra, shared, isOrder: false }
  const isMoved = ({ value }: Placeholder, i: number): boolean => value !== expected[i]?.value
  return { missing: [], extra: placeholders.filter(isMoved), shared, isOrder: true }
}

function valueIn({ value }: Placeholder): string {
  return value
}

function placeholdersOf(syntax: PlaceholderSyntax, text: string): readonly Placeholder[] {
  if (!syntax.marks.some((mark) => text.includes(mark))) return []
  return syntax.find(text).filter(({ value }) => !syntax.isEscape?.(value))
}

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
    ...spansOf('source', pair.sourceForm, pair.source, missing),
    ...spansOf('target', pair.targetForm, pair.target, extra),
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
  const names = placeholders.map((each) => text.slice(each.start, endOfName(text, each)))
  return [...new Set(names)]
}

function spansOf(
  side: Span['side'],
  form: number,
  text: string,
  placeholders: readonly Placeholder[],
): Span[] {
  return placeholders.slice(0, MAX_SPANS).map((placeholder) => ({
    side,
    form,
    start: placeholder.start,
    end: endOfName(text, placeholder),
  }))
}
