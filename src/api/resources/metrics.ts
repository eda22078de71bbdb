import * as s from '../schema/schema.ts'

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
export function metricsResource({
  translated,
  alerts,
  name,
  ...counts
}: Metrics): s.JsonOf<typeof METRICS> {
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

export const METRICS = s.resource('Metrics', 'Counts over the whole server.', {
  units: s.COUNT,
  units_translated: s.COUNT,
  users: s.COUNT,
  changes: s.COUNT,
  projects: s.COUNT,
  components: s.COUNT,
  translations: s.COUNT,
  languages: s.COUNT,
  checks: s.COUNT,
  configuration_errors: s.COUNT,
  suggestions: s.COUNT,
  celery_queues: s.recordOf(s.COUNT),
  name: s.STRING,
})
