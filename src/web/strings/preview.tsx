import type { Child } from 'hono/jsx'
import type { IntlMessageFormat } from 'intl-messageformat'
import { FORM_NAMES } from '../../../formats/plural-tags.ts'
import { checkedUnitsOf } from '../../checking/checked-units.ts'
import { examplesOf } from '../../checks/plurals/plural-pairs.ts'
import type { Language } from '../../languages/language.ts'
import type { FoundUnit } from '../../view/find.ts'
import { column, Table } from '../components/table.tsx'
import { localeOf, textAttributes } from '../language-name.ts'
import { MAX_CHARACTERS } from '../texts/text.tsx'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]
type Argument = Extract<Element, { value: string }>

/** The values of arguments; an object stands for one that is shown by its name. */
type Values = Record<string, number | Date | string | { readonly argument: string }>

/** A case of a message: `few`, with an example number, or an option; the only case has no name. */
interface Case {
  readonly name: string
  readonly value: number | string | undefined
}

const MAX_CASES = 12
const EXAMPLE_TIME = new Date('2025-03-09T16:05:00Z')

/**
 * Shows a message in each plural case of its language, or for each option; nothing if the text is no message, has no
 * arguments, or does not parse, which a check explains.
 */
export async function messagePreview({ translation, row }: FoundUnit): Promise<Child> {
  const { component, language } = translation
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  const [source = ''] = unit.sources
  const [target = ''] = unit.targets
  if (!unit.flags.has('icu-message-format') || unit.targets.length !== 1 || target === '') {
    return null
  }
  if (Math.max(source.length, target.length) > MAX_CHARACTERS) return null
  const { IntlMessageFormat } = await import('intl-messageformat')
  const parse = (text: string, { code }: Language) => {
    try {
      return new IntlMessageFormat(text, localeOf(code), undefined, { ignoreTag: true })
    } catch {
      // A source that does not parse is left out; the translation is still shown.
      return undefined
    }
  }
  const targetFormat = parse(target, language)
  if (targetFormat === undefined) return null
  const sourceFormat = parse(source, unit.sourceLanguage)
  const asts = [targetFormat.getAst(), ...(sourceFormat ? [sourceFormat.getAst()] : [])]
  const elements = asts.flatMap(elementsOf)
  if (elements.length === 0) return null
  const main =
    elements.find(({ type }) => type === PLURAL) ?? elements.find(({ type }) => type === SELECT)
  const argument = main?.value ?? ''
  const cases = casesOf(main, language.code).slice(0, MAX_CASES)
  const hasNumbers = cases.some(({ value }) => typeof value === 'number')
  const example = (format: IntlMessageFormat | undefined, language: Language) =>
    column(language.name, '', ({ value }: Case) => (
      <div {...textAttributes(language)}>
        {partsOf(format, valuesOf(elements, argument, value))}
      </div>
    ))
  const columns = [
    column((!hasNumbers && argument) || 'Case', '', ({ name }: Case) => name || 'any'),
    ...(hasNumbers
      ? [column(argument, 'n', ({ value }: Case) => typeof value === 'number' && value)]
      : []),
    example(sourceFormat, component.sourceLanguage),
    example(targetFormat, language),
  ]
  return (
    <section>
      <div class="bar-h">
        <h2>As people read it</h2>
        {hasNumbers && (
          <p class="small soft">
            each plural case of {language.name}, with a number that falls into it
          </p>
        )}
      </div>
      <Table scrolls classes="cases" rows={cases} columns={columns} />
    </section>
  )
}

/** The parser's numbers for kinds of elements. */
const [LITERAL, ARGUMENT, NUMBER, DATE, TIME, SELECT, PLURAL] = [0, 1, 2, 3, 4, 5, 6] as const

/** Returns all elements with an argument, including those inside options. */
function elementsOf(ast: readonly Element[]): Argument[] {
  return ast.flatMap((element) => {
    if (element.type === LITERAL || !('value' in element)) return []
    const options = 'options' in element ? Object.values(element.options) : []
    return [element, ...options.flatMap(({ value }) => elementsOf(value))]
  })
}

function casesOf(main: Argument | undefined, code: string): Case[] {
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
    const value = CANDIDATES.find((number) => rules.select(number) === name && !taken.has(number))
    return value === undefined ? [] : [{ name, value }]
  })
  cases.sort((a, b) => FORM_NAMES.indexOf(a.name) - FORM_NAMES.indexOf(b.name))
  return [...exact, ...cases]
}

/** Candidate example numbers, small ones first. Some cases only apply to zero, fractions or millions. */
const CANDIDATES = [...Array.from({ length: 200 }, (_, n) => n + 1), 0, 1.5, 1000, 1e4, 1e6]

function valuesOf(elements: readonly Argument[], argument: string, value: Case['value']): Values {
  const values: Values = {}
  for (const element of elements) {
    const { type, value: name } = element
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
function partsOf(format: IntlMessageFormat | undefined, values: Values): Child[] {
  try {
    const parts = format?.formatToParts(values) ?? []
    return parts.map(({ value }) => {
      const isArgument = typeof value === 'object' && value !== null && 'argument' in value
      return isArgument ? <b class="ph">{`{${value.argument}}`}</b> : String(value)
    })
  } catch (error) {
    // The error's message says what is missing.
    return [error instanceof Error ? error.message : String(error)]
  }
}

const EXAMPLES = 4

/** Returns the numbers that select a plural form: `1, 21, 31, 41, …`; `''` if no number does. */
export function numbersOf(language: Language, form: number, count: number): string {
  const { filePlural } = language
  if (filePlural.number !== count) return ''
  const numbers = examplesOf(filePlural)[form] ?? []
  const shown = numbers.slice(0, EXAMPLES).join(', ')
  return numbers.length > EXAMPLES ? `${shown}, …` : shown
}
