import { checkedUnitsOf } from '../../checking/checked-units.ts'
import type { ExplainedFailure } from '../../checking/explain-checks.ts'
import { severityOf } from '../../checking/severity.ts'
import { type CheckDescription, SEVERITIES } from '../../checks/check.ts'
import { findHighlights, type Highlight } from '../../checks/highlight.ts'
import { descriptionsById, documentationOf } from '../../checks/registry.ts'
import { beginningOf } from '../../errors.ts'
import { failingOn } from '../../model/failing-checks.ts'
import type { Component, Translation } from '../../model/model.ts'
import { STATE } from '../../model/statistics.ts'
import { Mark, type MarkKind } from '../components/mark.tsx'
import { Words } from '../components/words.tsx'

/** A form of a source or target with its machine-readable parts. */
export interface HighlightedText {
  readonly text: string
  readonly highlights: readonly Highlight[]
}

/** A missing text. */
export const NOTHING: HighlightedText = { text: '', highlights: [] }

/** Maximum length of a text in a list. */
const MAX_LISTED = 1000

/** Returns the forms of a unit as shown, with the ends of long texts cut off. */
export function textsOf(translation: Translation, row: number, maxCharacters: number = MAX_LISTED) {
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  const highlighted = (whole: string): HighlightedText => {
    const text = beginningOf(whole, maxCharacters)
    return { text, highlights: findHighlights(unit, text) }
  }
  return { sources: unit.sources.map(highlighted), targets: unit.targets.map(highlighted) }
}

/** Returns the names of the failing checks of a unit with their severities, the most severe first. */
export function failingChecksOf({ verdict, component }: Translation, row: number) {
  const checks = failingOn(verdict, row).map((id) => ({
    name: descriptionsById.get(id)?.name ?? id,
    severity: severityOf(id, component) ?? 'note',
  }))
  return checks.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
}

/** Returns the mark of a unit and its description. Failing checks that are only notes do not affect the mark. */
export function markOf(translation: Translation, row: number): readonly [MarkKind, string] {
  const state = translation.units().states[row] ?? STATE.empty
  if (state === STATE.readOnly) return ['readOnly', 'read-only']
  if (state < STATE.fuzzy) return ['untranslated', 'untranslated']
  if (state < STATE.translated) return ['needsEditing', 'needs editing']
  const severity = failingChecksOf(translation, row)[0]?.severity
  if (severity === 'error' || severity === 'warning')
    return [severity, 'translated, failing a check']
  return state === STATE.approved ? ['approved', 'approved'] : ['translated', 'translated']
}

/** Links to Weblate's documentation of a check; nothing for gitglot's own checks. */
export function AboutCheck({ check }: { check: CheckDescription }) {
  if (check.isOwn) return null
  return (
    <>
      <a href={documentationOf(check)}>About this check</a>.{' '}
    </>
  )
}

/** Shows why checks fail on a unit, errors first. */
export function failureNotes(failures: readonly ExplainedFailure[], component: Component) {
  const rated = SEVERITIES.flatMap((severity) =>
    failures
      .filter(({ check }) => (severityOf(check.id, component) ?? 'note') === severity)
      .map((failure) => ({ ...failure, severity })),
  )
  const worst = { error: 'note is-bad why', warning: 'note is-edit why', note: 'note why' }
  return (
    <section class={worst[rated[0]?.severity ?? 'note']} aria-label="Failing checks">
      {rated.map(({ check, explanation, severity }) => (
        <div>
          <p>
            <Mark kind={severity} /> <b>{check.name}.</b> <Words text={`${explanation}.`} />
          </p>
          <p class="soft">
            {check.description.replace(/\.$/, '')}. <AboutCheck check={check} />
            The flag <code>{check.ignoredBy}</code> turns this check off.
          </p>
        </div>
      ))}
    </section>
  )
}
