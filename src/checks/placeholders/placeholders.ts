import type { Match } from '../../regexp/expression.ts'
import type { Check, CheckedUnit, Explanation, Span } from '../check.ts'
import { formCheck, unitCheck } from '../form-check.ts'
import { examplesOf } from '../plurals/plural-pairs.ts'
import { listNames, quote, subjectOf } from '../sentence.ts'
import { without } from '../subtract.ts'
import { placeholdersOf, regexOf, sourceOfRegex } from './expression.ts'

/** Checks of placeholders and expressions that flags define. */
export const placeholderChecks: readonly Check[] = [
  unitCheck({
    id: 'placeholders',
    name: 'Placeholders',
    description: 'Translation is missing some placeholders',
    severity: 'error',
    enabledBy: ['placeholders'],
    fails: firstDifference,
    isHarmless,
    explain: explainDifference,
  }),
  formCheck({
    id: 'regex',
    name: 'Regular expression',
    description: 'Translation does not match regular expression',
    severity: 'error',
    enabledBy: ['regex'],
    fails: (_, target, { flags }) => regexOf(flags)?.test(target) === false,
    explain: ({ subject, target, unit: { flags } }) => [
      `${subject} does not match ${quote(sourceOfRegex(flags))}`,
      ['target', 0, target.length],
    ],
  }),
]

/** A form of Laravel for a single number, which it may spell out: `{1} one comment`. */
const EXACT_FORM = /^\{\d+\}\s/

/**
 * Returns whether the only failing forms are empty, which the plurals check reports, for a single number, or write
 * placeholders of any form of the source, some of them by an alias.
 */
function isHarmless(unit: CheckedUnit): boolean {
  const hasExactForms =
    unit.sources.length > 1 && unit.sources.some((text) => EXACT_FORM.test(text))
  const counts = (target: string) => target !== '' && !(hasExactForms && EXACT_FORM.test(target))
  const expression = placeholdersOf(unit.flags)
  const allowed = unit.sources.flatMap((source) => expression?.matches(source) ?? [])
  const targets = unit.targets.map((target) => withoutAliases(target, unit))
  return firstDifference({ ...unit, targets }, counts, allowed) === undefined
}

function withoutAliases(target: string, { aliases = new Map() }: CheckedUnit): string {
  let text = target
  for (const [alias, name] of aliases) text = text.replaceAll(alias, () => name)
  return text
}

interface Difference {
  readonly form: number
  readonly sourceForm: number
  readonly missing: readonly Match[]
  readonly extra: readonly Match[]
}

/**
 * Returns the first form whose placeholders differ from the source's, among those that count (default: all). `allowed` are
 * the placeholders that a form may have (default: those of the source).
 */
function firstDifference(
  unit: CheckedUnit,
  counts: (target: string) => boolean = () => true,
  allowed?: readonly Match[],
): Difference | undefined {
  const { sources, targets, flags, aliases } = unit
  const expression = placeholdersOf(flags)
  if (expression === undefined) return undefined
  const fold = flags.has('case-insensitive') ? foldCase : (text: string) => text
  const key = ({ text }: Match) => fold(aliases?.get(text) ?? text)
  let sourceForm = 0
  let expected = expression.matches(sources[0] ?? '')
  if (expected?.length === 0 && sources.length > 1) {
    sourceForm = sources.length - 1
    expected = expression.matches(sources[sourceForm] ?? '')
  }
  if (expected === undefined) return undefined
  for (const [form, target] of targets.entries()) {
    if (!counts(target)) continue
    const matches = expression.matches(target)
    if (matches === undefined) return undefined
    const missing = mayMiss(unit, form) ? [] : without(expected, matches, key)
    const extra = without(matches, allowed ?? expected, key)
    if (missing.length + extra.length > 0) return { form, sourceForm, missing, extra }
  }
  return undefined
}

/** Returns whether a form is for so few numbers that it may omit the placeholder of the number. */
function mayMiss({ targets, language }: CheckedUnit, form: number): boolean {
  if (targets.length === 1) return false
  const numbers = examplesOf(language.filePlural)[form]
  if (numbers === undefined) return false
  return numbers.length <= 1 || (numbers.length === 2 && numbers[0] === 0 && numbers[1] === 1)
}

/** Applies full case folding: texts that differ only in case become equal, including `ß` and `SS`. */
function foldCase(text: string): string {
  // Character by character, since a final sigma has a lower-case letter of its own.
  return Array.from(text, (each) => {
    if (each === '\u0131') return each
    const capitals = each.toLowerCase().toUpperCase()
    return Array.from(capitals, (letter) => letter.toLowerCase()).join('')
  }).join('')
}

function explainDifference(
  { targets }: CheckedUnit,
  { form, sourceForm, missing, extra }: Difference,
): Explanation {
  const namesOf = (matches: readonly Match[]): string =>
    listNames([...new Set(matches.map(({ text }) => text))])
  const subject = subjectOf(form, targets.length)
  const facts: string[] = []
  if (missing.length > 0) facts.push(`${subject} has no ${namesOf(missing)}`)
  if (extra.length > 0) {
    const verb = new Set(extra.map(({ text }) => text)).size > 1 ? 'are' : 'is'
    facts.push(`${namesOf(extra)} ${verb} not in the source`)
  }
  return {
    explanation: facts.join('; '),
    spans: [...spansOf(missing, 'source', sourceForm), ...spansOf(extra, 'target', form)],
  }
}

function spansOf(matches: readonly Match[], side: Span['side'], form: number): Span[] {
  return matches.flatMap(({ start, end }) => (start < end ? [{ side, form, start, end }] : []))
}
