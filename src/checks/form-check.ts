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

/** A check of target texts, unless it has another `kind`. */
type Description = Omit<Check, 'kind' | 'ignoredBy' | 'fails' | 'failsForm' | 'explain' | 'isOwn'> &
  Partial<Pick<Check, 'kind' | 'ignoredBy'>>

/** Returns the flag that disables a check. */
export function ignoreFlag(id: string): string {
  return `ignore-${id.replaceAll('_', '-')}`
}

/** Returns a check of whole units. */
export function unitCheck<Fault>(check: Description & UnitVerdict<Fault>): Check {
  const { fails, explain } = check
  return {
    ...describe(check),
    fails: (unit) => Boolean(fails(unit)),
    explain(unit) {
      const fault = fails(unit)
      return fault ? explain(unit, fault) : { explanation: '', spans: [] }
    },
  }
}

/** Returns a check that compares every target form with its source form; it explains the first form that fails. */
export function formCheck<Fault>(check: Description & FormVerdict<Fault>): Check {
  const { fails, explain } = check
  return {
    ...describe(check),
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
  }
}

function describe({ kind = 'target', ...description }: Description) {
  return { kind, ignoredBy: ignoreFlag(description.id), ...description }
}
