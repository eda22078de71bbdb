import type { Check, CheckedUnit, Explanation, Span } from '../check.ts'
import { unitCheck } from '../form-check.ts'
import { type FormPair, pairForms } from '../placeholders/pairing.ts'
import { listNames, quote, subjectOf } from '../sentence.ts'
import { findFaults, type IcuFault } from './difference.ts'
import { type IcuArgument, type IcuOptions, IcuSyntaxError, parseIcu } from './parser.ts'

const ENABLED_BY = ['icu-message-format']

/** Checks of ICU MessageFormat: translations against their source, and the source alone. */
export const icuChecks: readonly Check[] = [
  unitCheck({
    id: 'icu_message_format',
    name: 'ICU MessageFormat',
    description: 'Syntax errors and/or placeholder mismatches in ICU MessageFormat strings',
    severity: 'error',
    enabledBy: ENABLED_BY,
    fails(unit) {
      for (const pair of pairForms(unit, () => true)) {
        const problem = problemOf(pair, unit)
        if (problem !== undefined) return { pair, problem }
      }
      return undefined
    },
    explain(unit, { pair, problem }) {
      const subject = subjectOf(pair.targetForm, unit.targets.length)
      if (!(problem instanceof IcuSyntaxError)) return explainFaults(problem, pair, subject)
      const place = { side: 'target', form: pair.targetForm, text: pair.target } as const
      return explainSyntax(problem, subject, place)
    },
  }),
  unitCheck({
    id: 'icu_message_format_syntax',
    name: 'ICU MessageFormat syntax',
    description: 'Syntax errors in ICU MessageFormat strings',
    severity: 'error',
    kind: 'source',
    enabledBy: ENABLED_BY,
    ignoredBy: 'ignore-icu-message-format',
    fails(unit) {
      const parsed = tryParse(unit.sources[0] ?? '', optionsOf(unit))
      return parsed instanceof IcuSyntaxError && parsed
    },
    explain: ({ sources: [text = ''] }, error) =>
      explainSyntax(error, 'The source', { side: 'source', form: 0, text }),
  }),
]

/** Returns the arguments of an ICU message; none for other texts and for messages with syntax errors. */
export function findIcuArguments(unit: CheckedUnit, text: string): readonly IcuArgument[] {
  if (!ENABLED_BY.some((flag) => unit.flags.has(flag))) return []
  const parsed = tryParse(text, optionsOf(unit))
  return parsed instanceof IcuSyntaxError ? [] : parsed
}

const MAX_FACTS = 5
const MAX_SPANS = 100

/** Returns the error in a form of the translation; undefined if it is correct or its source is already invalid. */
function problemOf(
  { source, target }: FormPair,
  unit: CheckedUnit,
): IcuSyntaxError | readonly IcuFault[] | undefined {
  if (source === '' || target === '') return undefined
  const options = optionsOf(unit)
  const parsed = tryParse(target, options)
  if (parsed instanceof IcuSyntaxError) return parsed
  const expected = tryParse(source, options)
  if (expected instanceof IcuSyntaxError) return undefined
  if (parsed.length === 0 && expected.length === 0) return undefined
  const off = new Set(unit.flags.get('icu-flags'))
  const isOff = (rule: IcuFault['rule']) =>
    off.has(`-${rule}`) || (rule === 'tags' && options.tags === 'off')
  const faults = findFaults(expected, parsed, isOff)
  return faults.length > 0 ? faults : undefined
}

function optionsOf({ flags }: CheckedUnit): IcuOptions {
  const values = flags.get('icu-flags') ?? []
  const prefix = flags.get('icu-tag-prefix')?.[0]
  const loose = values.includes('xml') ? 'loose' : 'off'
  return {
    tags: values.includes('strict-xml') ? 'strict' : loose,
    tagPrefix: typeof prefix === 'string' ? prefix : '',
  }
}

function tryParse(text: string, options: IcuOptions): readonly IcuArgument[] | IcuSyntaxError {
  try {
    return parseIcu(text, options)
  } catch (error) {
    // A syntax error is a result here.
    if (error instanceof IcuSyntaxError) return error
    throw error
  }
}

function explainSyntax(
  { message, position }: IcuSyntaxError,
  subject: string,
  place: Pick<Span, 'side' | 'form'> & { readonly text: string },
): Explanation {
  const { text, side, form } = place
  // At the end of the text, only the last character can be highlighted.
  const start = Math.min(position, text.length - 1)
  const end = start + String.fromCodePoint(text.codePointAt(start) ?? 0).length
  return {
    explanation: `${subject} does not parse: ${message} at character ${position + 1}`,
    spans: [{ side, form, start, end }],
  }
}

function explainFaults(
  faults: readonly IcuFault[],
  { sourceForm, targetForm, source, target }: FormPair,
  subject: string,
): Explanation {
  const missing = faults.filter(({ rule }) => rule === 'missing')
  const others = faults.filter(({ rule }) => rule !== 'missing')
  const facts = others.slice(0, MAX_FACTS).map(({ argument, predicate }) => {
    return `${quote(nameIn(target, argument))} ${predicate}`
  })
  if (missing.length > 0) {
    const names = listNames(missing.map(({ argument }) => nameIn(source, argument)))
    facts.unshift(`${subject} has no ${names}`)
  }
  if (others.length > MAX_FACTS) facts.push(`${others.length - MAX_FACTS} more`)
  const spans = faults.slice(0, MAX_SPANS).map(({ rule, argument: { start, end } }): Span => {
    return rule === 'missing'
      ? { side: 'source', form: sourceForm, start, end }
      : { side: 'target', form: targetForm, start, end }
  })
  return { explanation: facts.join('; '), spans }
}

/** Returns the name as written: `{count}`, `#`, `<b>`. */
function nameIn(text: string, { kind, name, start, end }: IcuArgument): string {
  if (kind === 'hash') return text.slice(start, end)
  return kind === 'tag' ? `<${name}>` : `{${name}}`
}
