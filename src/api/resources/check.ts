import type { ExplainedFailure, FailureCount } from '../../catalog/explain-checks.ts'
import type { CheckDescription, Span } from '../../checks/check.ts'
import type { Json } from '../json.ts'

/** Where Weblate's documentation describes the checks, of the version whose behaviour they have. */
const DOCUMENTATION = 'https://docs.weblate.org/en/weblate-5.14.3/user/checks.html'

/** A check: what it reports, and by which flags it runs. */
export function checkResource(check: CheckDescription): Json {
  const { kind, enabledBy, ignoredBy } = check
  return {
    ...describe(check),
    kind,
    enabled_by: enabledBy ?? [],
    ignored_by: ignoredBy,
  }
}

/** A failing check of a unit: spans are UTF-16 offsets in a plural form, which counts from 0. */
export function failureResource({ check, explanation, spans }: ExplainedFailure): Json {
  return {
    ...describe(check),
    explanation,
    spans: spans.map(({ side, form, start, end }: Span) => ({ side, form, start, end })),
  }
}

/** How many units a check fails on; `unitsUrl` is where a search finds them. */
export function failureCountResource({ check, units }: FailureCount, unitsUrl: string): Json {
  return { ...describe(check), kind: check.kind, units, units_url: unitsUrl }
}

function describe({ id, name, description }: CheckDescription): {
  [key in 'check' | 'name' | 'description' | 'doc']: string
} {
  const doc = `${DOCUMENTATION}#check-${id.replaceAll('_', '-')}`
  return { check: id, name, description, doc }
}
