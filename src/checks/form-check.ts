import type { Check, CheckedUnit, Severity, Span } from './check.ts'
import { findForm, sourceFormOf } from './plurals/plural-pairs.ts'

/** A part of source or target, as UTF-16 offsets. */
export type Part = readonly [side: 'source' | 'target', start: number, end: number]

/** When a target form fails, compared with its source form, and why. */
export interface FormVerdict {
  fails(source: string, target: string, unit: CheckedUnit): boolean
  /** Explains a form that fails. */
  explain(source: string, target: string, unit: CheckedUnit): FormExplanation
}

/** A check that compares every target form with its source form. */
interface FormCheck extends FormVerdict {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly severity: Severity
  /** The check runs if a unit has any of these flags; undefined if it runs by default. */
  readonly enabledBy?: readonly string[]
  /** Code points: the check passes unless one of the texts ends with one of them. */
  readonly ends?: ReadonlySet<number>
  readonly since?: Check['since']
  /** Overrides for Weblate 2026.10. */
  readonly as2026?: Partial<FormVerdict>
}

/** A sentence, and the parts to highlight. */
export type FormExplanation = readonly [sentence: string, ...parts: Part[]]

/** Returns the flag that disables a check. */
export function ignoreFlag(id: string): string {
  return `ignore-${id.replaceAll('_', '-')}`
}

/** Returns a check of units, which fails if a form fails and explains the first such form. */
export function formCheck(check: FormCheck): Check {
  const { id, name, description, severity, enabledBy, ends, since, as2026 } = check
  return {
    id,
    name,
    description,
    severity,
    kind: 'target',
    ...(enabledBy === undefined ? {} : { enabledBy }),
    ...(since === undefined ? {} : { since }),
    ...(as2026 === undefined ? {} : { as2026: verdictOf({ ...check, ...as2026 }) }),
    ignoredBy: ignoreFlag(id),
    ...verdictOf(check),
    ...(ends === undefined ? {} : { ends }),
  }
}

function verdictOf({
  fails,
  explain,
}: FormVerdict): Pick<Check, 'fails' | 'failsForm' | 'explain'> {
  return {
    fails: (unit) => findForm(unit, fails) >= 0,
    failsForm: fails,
    explain(unit) {
      const form = Math.max(0, findForm(unit, fails))
      const sourceForm = sourceFormOf(unit, form)
      const source = unit.sources[sourceForm] ?? ''
      const [explanation, ...parts] = explain(source, unit.targets[form] ?? '', unit)
      const spans = parts.flatMap(([side, start, end]): Span[] =>
        start < end ? [{ side, form: side === 'source' ? sourceForm : form, start, end }] : [],
      )
      return { explanation, spans }
    },
  }
}
