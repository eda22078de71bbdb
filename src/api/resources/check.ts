import type { ExplainedFailure, FailureCount } from '../../catalog/checking/explain-checks.ts'
import type { CheckDescription, Span } from '../../checks/check.ts'
import type { Json } from '../rendering/json.ts'
import {
  arrayOf,
  COUNT,
  described,
  type JsonSchema,
  LINK,
  type Resource,
  STRING,
} from '../schema/schema.ts'

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

const DESCRIPTION = { check: STRING, name: STRING, description: STRING, doc: LINK }
const KIND: JsonSchema = { type: 'string', enum: ['source', 'target'] }

export const CHECK: Resource = {
  name: 'Check',
  description: 'A quality check.',
  properties: {
    ...DESCRIPTION,
    kind: described(KIND, 'Whether it runs on source texts or on translations.'),
    enabled_by: described(arrayOf(STRING), 'Flags any of which turns it on; none: always on.'),
    ignored_by: described(STRING, 'The flag that turns it off.'),
  },
}

const SPAN: Resource = {
  name: 'Span',
  description: 'A place in a text, in UTF-16 units.',
  properties: {
    side: KIND,
    form: described(COUNT, 'The plural form, from 0 on.'),
    start: COUNT,
    end: COUNT,
  },
}

export const FAILURE: Resource = {
  name: 'Failure',
  description: 'A failing check of a unit.',
  properties: { ...DESCRIPTION, explanation: STRING, spans: arrayOf(SPAN) },
}

export const FAILURE_COUNT: Resource = {
  name: 'FailureCount',
  description: 'On how many units a check fails.',
  properties: { ...DESCRIPTION, kind: KIND, units: COUNT, units_url: LINK },
}
