import type { ExplainedFailure } from '../../checking/explain-checks.ts'
import { severityOf } from '../../checking/severity.ts'
import { type CheckDescription, SEVERITIES } from '../../checks/check.ts'
import type { Component } from '../../model/model.ts'
import { Mark } from '../components/mark.tsx'
import { Words } from '../components/words.tsx'

/** Links to Weblate's documentation of a check; nothing for gitglot's own checks. */
export function AboutCheck({ check: { id, isOwn } }: { check: CheckDescription }) {
  if (isOwn) return null
  const anchor = `check-${id.replaceAll('_', '-')}`
  const address = `https://docs.weblate.org/en/weblate-5.14.3/user/checks.html#${anchor}`
  return (
    <>
      <a href={address}>About this check</a>.{' '}
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
