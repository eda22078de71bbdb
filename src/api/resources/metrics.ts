import type { WeblateVersion } from '../../weblate-version.ts'
import type { JsonResult } from '../endpoint.ts'
import * as s from '../schema/schema.ts'

/** Counts of the whole server, and its name. */
interface Counts {
  readonly units: number
  readonly unitsTranslated: number
  readonly users: number
  readonly changes: number
  readonly projects: number
  readonly components: number
  readonly translations: number
  readonly languages: number
  /** The total number of failing checks of all units. */
  readonly checks: number
  /** The number of alerts. */
  readonly configurationErrors: number
  readonly name: string
  /** The version of Weblate that the API imitates. */
  readonly version: WeblateVersion
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
// Object.keys loses the names.
const NAMES = Object.keys(HELP) as (keyof typeof HELP)[]

/** Metrics, 14 keys. */
export const METRICS = s.shown(
  'Metrics',
  'Counts over the whole server.',
  (counts: Counts) => ({ ...counts, suggestions: 0 }),
  {
    ...s.fromKeys(NAMES, () => s.COUNT),
    celery_queues: [s.recordOf(s.COUNT), () => QUEUES],
    name: s.STRING,
    version: s.described(s.STRING, 'Version of Weblate that the API imitates.'),
  },
)

/** Returns the metrics as JSON and for OpenMetrics. */
export function metricsAnswer(counts: Counts): JsonResult<s.JsonOf<typeof METRICS>> {
  const json = METRICS.json(counts)
  const { version } = counts
  return {
    json,
    gauges: [
      ...NAMES.map((name) => {
        return { name, help: HELP[name], samples: [{ labels: {}, value: json[name] }] }
      }),
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
    ],
  }
}
