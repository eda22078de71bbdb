import type { IntlMessageFormat } from 'intl-messageformat'
import { languageTag } from '../language-name.ts'

/** A parsed element of a message. */
type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** A formatted part of a message: text, or an argument that is left as is. */
export type PreviewPart = string | { readonly argument: string }

/** A formatted case of a message. */
export interface PreviewCase {
  /** `few`, or the chosen option; empty for a message without cases. */
  readonly name: string
  /** An example number for the case. */
  readonly number: number | undefined
  readonly source: readonly PreviewPart[]
  readonly target: readonly PreviewPart[]
}

/** A message in each of its cases. */
export interface Preview {
  readonly argument: string
  readonly cases: readonly PreviewCase[]
}

interface PreviewTexts {
  readonly source: string
  readonly target: string
  /** Language codes. */
  readonly sourceLanguage: string
  readonly language: string
}

const MAX_CASES = 12
const EXAMPLE_TIME = new Date('2025-03-09T16:05:00Z')

/**
 * Formats a message in each plural case of its language, or for each option; undefined if it has no arguments, or if it
 * does not parse, which a check explains.
 */
export async function previewMessage(texts: PreviewTexts): Promise<Preview | undefined> {
  const { IntlMessageFormat } = await import('intl-messageformat')
  const read = (text: string, code: string) => {
    try {
      return new IntlMessageFormat(text, localeOf(code), undefined, { ignoreTag: true })
    } catch {
      // A source that does not parse is left out; the translation is still shown.
      return undefined
    }
  }
  const target = read(texts.target, texts.language)
  if (target === undefined) return undefined
  const source = read(texts.source, texts.sourceLanguage)
  const elements = [...elementsOf(target.getAst()), ...elementsOf(source?.getAst() ?? [])]
  if (elements.length === 0) return undefined
  const main =
    elements.find(({ type }) => type === PLURAL) ?? elements.find(({ type }) => type === SELECT)
  const argument = main === undefined ? '' : nameOf(main)
  const cases = casesOf(main, texts.language).slice(0, MAX_CASES)
  return {
    argument,
    cases: cases.map(({ name, value }) => {
      const values = valuesOf(elements, argument, value)
      return {
        name,
        number: typeof value === 'number' ? value : undefined,
        source: partsOf(source, values),
        target: partsOf(target, values),
      }
    }),
  }
}

/** The parser's numbers for kinds of elements. */
const LITERAL = 0
const ARGUMENT = 1
const NUMBER = 2
const DATE = 3
const TIME = 4
const SELECT = 5
const PLURAL = 6
const POUND = 7

/** Returns all elements with an argument, including those inside options. */
function elementsOf(ast: readonly Element[]): Element[] {
  return ast.flatMap((element) => {
    if (element.type === LITERAL || element.type === POUND) return []
    const options = 'options' in element ? Object.values(element.options) : []
    return [element, ...options.flatMap(({ value }) => elementsOf(value))]
  })
}

function nameOf(element: Element): string {
  return 'value' in element ? element.value : ''
}

interface Case {
  readonly name: string
  readonly value: number | string | undefined
}

function casesOf(main: Element | undefined, code: string): Case[] {
  if (main === undefined || !('options' in main)) return [{ name: '', value: undefined }]
  const options = Object.keys(main.options)
  if (main.type === SELECT) return options.map((name) => ({ name, value: name }))
  const exact = options.flatMap((name) =>
    name.startsWith('=') ? [{ name, value: Number(name.slice(1)) }] : [],
  )
  const taken = new Set(exact.map(({ value }) => value))
  const type = 'pluralType' in main && main.pluralType === 'ordinal' ? 'ordinal' : 'cardinal'
  const rules = new Intl.PluralRules(localeOf(code), { type })
  const cases = rules.resolvedOptions().pluralCategories.flatMap((name) => {
    const value = exampleOf(rules, name, taken)
    return value === undefined ? [] : [{ name, value }]
  })
  const order = ['zero', 'one', 'two', 'few', 'many', 'other']
  cases.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return [...exact, ...cases]
}

/** Candidate example numbers, small ones first. Some cases only apply to zero, fractions or millions. */
const CANDIDATES = [...Array.from({ length: 200 }, (_, n) => n + 1), 0, 1.5, 1000, 1e4, 1e6]

function exampleOf(
  rules: Intl.PluralRules,
  name: string,
  taken: ReadonlySet<number>,
): number | undefined {
  return CANDIDATES.find((value) => rules.select(value) === name && !taken.has(value))
}

type Values = Record<string, number | Date | string | { readonly argument: string }>

function valuesOf(elements: readonly Element[], argument: string, value: Case['value']): Values {
  const values: Values = {}
  for (const element of elements) {
    const name = nameOf(element)
    const { type } = element
    if (type === NUMBER || type === PLURAL) values[name] = 2
    else if (type === DATE || type === TIME) values[name] = EXAMPLE_TIME
    else if (type === SELECT && 'options' in element)
      values[name] = Object.keys(element.options)[0] ?? 'other'
    else if (type === ARGUMENT) values[name] ??= { argument: name }
  }
  if (argument !== '' && value !== undefined) values[argument] = value
  return values
}

/** Formats the parts of a message; none if the message cannot be formatted with these values. */
function partsOf(
  format: { formatToParts(values: Values): { value: unknown }[] } | undefined,
  values: Values,
): PreviewPart[] {
  try {
    const parts = format?.formatToParts(values) ?? []
    return parts.map(({ value }) =>
      typeof value === 'object' && value !== null && 'argument' in value
        ? { argument: String(value.argument) }
        : String(value),
    )
  } catch (error) {
    // The error's message says what is missing.
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Returns a locale that Intl supports; English as a fallback. */
function localeOf(code: string): string {
  try {
    return Intl.getCanonicalLocales(languageTag(code))[0] ?? 'en'
  } catch {
    return 'en'
  }
}
