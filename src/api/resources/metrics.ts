import type { Json } from '../rendering/json.ts'
import { COUNT, type Resource, STRING } from '../schema/schema.ts'

/** Counts over the whole server, and what it is called. */
interface Metrics {
  readonly units: number
  readonly translated: number
  readonly users: number
  readonly changes: number
  readonly projects: number
  readonly components: number
  readonly translations: number
  readonly languages: number
  /** Every failing check of every unit. */
  readonly checks: number
  readonly alerts: number
  readonly name: string
}

/** What clients look for; nothing ever waits in them. */
const QUEUES = { backup: 0, notify: 0, translate: 0, celery: 0, memory: 0 }

/** Metrics, 13 keys. */
export function metricsResource({ translated, alerts, name, ...counts }: Metrics): Json {
  return {
    units: counts.units,
    units_translated: translated,
    users: counts.users,
    changes: counts.changes,
    projects: counts.projects,
    components: counts.components,
    translations: counts.translations,
    languages: counts.languages,
    checks: counts.checks,
    configuration_errors: alerts,
    suggestions: 0,
    celery_queues: QUEUES,
    name,
  }
}

export const METRICS: Resource = {
  name: 'Metrics',
  description: 'Counts over the whole server.',
  properties: {
    units: COUNT,
    units_translated: COUNT,
    users: COUNT,
    changes: COUNT,
    projects: COUNT,
    components: COUNT,
    translations: COUNT,
    languages: COUNT,
    checks: COUNT,
    configuration_errors: COUNT,
    suggestions: COUNT,
    celery_queues: { type: 'object', additionalProperties: COUNT },
    name: STRING,
  },
}
