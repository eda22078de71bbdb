import type { Check, CheckedUnit, Severity, Span } from './check.ts'
import { findForm, sourceFormOf } from './plurals/plural-pairs.ts'

/** A part of the source or of the target: UTF-16 offsets. */
export type Part = readonly [side: 'source' | 'target', start: number, end: number]

/** A check that compares every target form with its source form. */
interface FormCheck {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly severity: Severity
  /** Flags any of which turns it on; without them it is on. */
  readonly enabledBy?: readonly string[]
  /** Code points: where neither text ends with one it does not fail. */
  readonly ends?: ReadonlySet<number>
  fails(source: string, target: string, unit: CheckedUnit): boolean
  /** For forms that fail. */
  explain(source: string, target: string, unit: CheckedUnit): FormExplanation
  readonly since?: Check['since']
  /** What Weblate 2026.10 does in another way. */
  readonly as2026?: Partial<Pick<FormCheck, 'fails' | 'explain'>>
}

/** One sentence, and the parts to highlight. */
export type FormExplanation = readonly [sentence: string, ...parts: Part[]]

/** The flag that turns a check off. */
export function ignoreFlag(id: string): string {
  return `ignore-${id.replaceAll('_', '-')}`
}

/** The check of a unit: fails when a form fails, and explains the first one that does. */
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
}: Pick<FormCheck, 'fails' | 'explain'>): Pick<Check, 'fails' | 'failsForm' | 'explain'> {
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
