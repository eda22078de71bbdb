import type { JsonResult } from '../endpoint.ts'
import type { Gauge } from '../rendering/open-metrics.ts'
import * as s from '../schema/schema.ts'

/** Counts of the whole server, and its name. */
interface Metrics {
  readonly units: number
  readonly translated: number
  readonly users: number
  readonly changes: number
  readonly projects: number
  readonly components: number
  readonly translations: number
  readonly languages: number
  /** The total number of failing checks of all units. */
  readonly checks: number
  readonly alerts: number
  readonly name: string
  /** The version of Weblate that the API imitates. */
  readonly version: string
}

/** Weblate's queues, which clients expect; gitglot has none, so all are empty. */
const QUEUES = { memory: 0, backup: 0, celery: 0, translate: 0, notify: 0 }

/** Help texts of the metrics, in the order of the response. */
const HELP = {
  units: 'Number of translation units.',
  units_translated: 'Number of translated translation units.',
  users: 'Number of users.',
  changes: 'Number of recorded changes.',
  projects: 'Number of projects.',
  components: 'Number of components.',
  translations: 'Number of translations.',
  languages: 'Number of configured languages.',
  checks: 'Number of triggered quality checks.',
  configuration_errors: 'Number of active configuration errors.',
  suggestions: 'Number of pending suggestions.',
}

/** Metrics, 14 keys. */
export function metricsAnswer({
  translated,
  alerts,
  name,
  version,
  ...counts
}: Metrics): JsonResult<s.JsonOf<typeof METRICS>> {
  const numbers = {
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
  }
  const gauges: Gauge[] = Object.entries(HELP).map(([key, help]) => ({
    name: key,
    help,
    // `numbers` has the keys of `HELP`.
    samples: [{ labels: {}, value: numbers[key as keyof typeof HELP] }],
  }))
  gauges.push(
    {
      name: 'celery_queues',
      help: 'Number of tasks in each Celery queue.',
      samples: Object.entries(QUEUES).map(([queue, value]) => ({ labels: { queue }, value })),
    },
    {
      name: 'weblate_info',
      help: 'Weblate build information.',
      samples: [{ labels: { version }, value: 1 }],
    },
  )
  return { json: { ...numbers, celery_queues: QUEUES, name, version }, gauges }
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
  version: s.described(s.STRING, 'Version of Weblate that the API imitates.'),
})
