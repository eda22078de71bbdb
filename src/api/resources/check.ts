import type { ExplainedFailure, FailureCount } from '../../catalog/checking/explain-checks.ts'
import type { CheckDescription, Span } from '../../checks/check.ts'
import * as s from '../schema/schema.ts'

/** Weblate's documentation of checks, for the version whose behavior they follow. */
const DOCUMENTATION = 'https://docs.weblate.org/en/weblate-5.14.3/user/checks.html'

/** Returns a check: what it reports and which flags turn it on or off. */
export function checkResource(check: CheckDescription): s.JsonOf<typeof CHECK> {
  const { severity, kind, enabledBy, ignoredBy } = check
  return {
    ...describe(check),
    severity,
    kind,
    enabled_by: enabledBy ?? [],
    ignored_by: ignoredBy,
  }
}

/** Returns a failing check of a unit. Spans are UTF-16 offsets into a plural form, whose index starts at 0. */
export function failureResource({
  check,
  explanation,
  spans,
}: ExplainedFailure): s.JsonOf<typeof FAILURE> {
  return {
    ...describe(check),
    explanation,
    spans: spans.map(({ side, form, start, end }: Span) => ({ side, form, start, end })),
  }
}

/** Returns how many units a check fails on. `unitsUrl` is the search that finds them. */
export function failureCountResource(
  { check, units }: FailureCount,
  unitsUrl: string,
): s.JsonOf<typeof FAILURE_COUNT> {
  return { ...describe(check), kind: check.kind, units, units_url: unitsUrl }
}

function describe({ id, name, description }: CheckDescription): {
  [key in 'check' | 'name' | 'description' | 'doc']: string
} {
  const doc = `${DOCUMENTATION}#check-${id.replaceAll('_', '-')}`
  return { check: id, name, description, doc }
}

const DESCRIPTION = { check: s.STRING, name: s.STRING, description: s.STRING, doc: s.LINK }
const KIND = s.oneOf('source', 'target')

export const CHECK = s.resource('Check', 'A quality check.', {
  ...DESCRIPTION,
  severity: s.described(
    s.oneOf('error', 'warning', 'note'),
    'Severity of a failure, unless a project or component sets another one.',
  ),
  kind: s.described(KIND, 'Whether it runs on source texts or on translations.'),
  enabled_by: s.described(
    s.arrayOf(s.STRING),
    'Flags, any of which turns the check on; empty if it is always on.',
  ),
  ignored_by: s.described(s.STRING, 'The flag that turns the check off.'),
})

const SPAN = s.resource('Span', 'A place in a text, in UTF-16 units.', {
  side: KIND,
  form: s.described(s.COUNT, 'Index of the plural form, starting at 0.'),
  start: s.COUNT,
  end: s.COUNT,
})

export const FAILURE = s.resource('Failure', 'A failing check of a unit.', {
  ...DESCRIPTION,
  explanation: s.STRING,
  spans: s.arrayOf(SPAN),
})

export const FAILURE_COUNT = s.resource(
  'FailureCount',
  'A check, and on how many units it fails.',
  {
    ...DESCRIPTION,
    kind: KIND,
    units: s.COUNT,
    units_url: s.LINK,
  },
)
