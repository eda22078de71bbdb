import type { Check, CheckedUnit, Explanation, Range, Span } from './check.ts'
import { findForm, sourceFormOf } from './plurals/plural-pairs.ts'
import { subjectOf } from './sentence.ts'

/** A part of source or target, as UTF-16 offsets. */
export type Part = readonly [side: 'source' | 'target', start: number, end: number]

/** A sentence, and the parts to highlight. */
export type FormExplanation = readonly [sentence: string, ...parts: Part[]]

type Falsy = false | undefined

interface UnitVerdict<Fault> {
  /** Returns what is wrong, or just true. */
  fails(unit: CheckedUnit): Fault | Falsy
  explain(unit: CheckedUnit, fault: Fault): Explanation
}

/** When a target form fails, compared with its source form, and why. */
export interface FormVerdict<Fault> {
  /** Returns what is wrong, or just true. */
  fails(source: string, target: string, unit: CheckedUnit): Fault | Falsy
  explain(form: FailingForm<Fault>): FormExplanation
}

/** A target form that fails, with its source form. */
export interface FailingForm<Fault = true> {
  readonly source: string
  readonly target: string
  readonly unit: CheckedUnit
  readonly fault: Fault
  /** "The translation" or "Form 2 of the translation". */
  readonly subject: string
}

/** A part of a translation that is wrong, and why, in a sentence. */
export interface TextFault extends Range {
  readonly explanation: string
}

/** Explains a form by the part that is wrong. */
export function explainFault({ fault }: FailingForm<TextFault>): FormExplanation {
  return [fault.explanation, ['target', fault.start, fault.end]]
}

/** How a check is named. */
export type CheckNames = Pick<Check, 'id' | 'name' | 'description'>

type Described = CheckNames & Pick<Check, 'severity' | 'since'>

type Settings = Partial<
  Pick<Check, 'enabledBy' | 'ignoredBy' | 'ends' | 'needsPlural' | 'isHarmless'>
>

/** A check of target texts, unless it has another `kind`; `as2026` overrides it for Weblate 2026.10. */
type Definition<Verdict> = Described &
  Partial<Pick<Check, 'kind'>> &
  Settings &
  Verdict & { readonly as2026?: Partial<Settings & Verdict> }

/** Returns the flag that disables a check. */
export function ignoreFlag(id: string): string {
  return `ignore-${id.replaceAll('_', '-')}`
}

/** Returns a check of whole units. */
export function unitCheck<Fault>(definition: Definition<UnitVerdict<Fault>>): Check {
  return createCheck(definition, ({ fails, explain }) => ({
    fails: (unit) => Boolean(fails(unit)),
    explain(unit) {
      const fault = fails(unit)
      return fault ? explain(unit, fault) : { explanation: '', spans: [] }
    },
  }))
}

/** Returns a check that compares every target form with its source form; it explains the first form that fails. */
export function formCheck<Fault>(definition: Definition<FormVerdict<Fault>>): Check {
  return createCheck(definition, ({ fails, explain }) => ({
    fails: (unit) => findForm(unit, fails) >= 0,
    failsForm: fails,
    explain(unit) {
      const form = findForm(unit, fails)
      const sourceForm = sourceFormOf(unit, form)
      const [source = '', target = ''] = [unit.sources[sourceForm], unit.targets[form]]
      const fault = form >= 0 && fails(source, target, unit)
      if (!fault) return { explanation: '', spans: [] }
      const subject = subjectOf(form, unit.targets.length)
      const [explanation, ...parts] = explain({ source, target, unit, fault, subject })
      const spans = parts.flatMap(([side, start, end]): Span[] =>
        start < end ? [{ side, form: side === 'source' ? sourceForm : form, start, end }] : [],
      )
      return { explanation, spans }
    },
  }))
}

function createCheck<Verdict>(
  { as2026, kind = 'target', ...definition }: Definition<Verdict>,
  verdictOf: (verdict: Verdict) => Pick<Check, 'fails' | 'failsForm' | 'explain'>,
): Check {
  const both = definition as Described & Settings & Verdict
  const later = as2026 && { ...both, ...as2026 }
  return {
    kind,
    ignoredBy: ignoreFlag(both.id),
    ...both,
    ...verdictOf(both),
    ...(later && { as2026: { ...(as2026 as Settings), ...verdictOf(later) } }),
  }
}
