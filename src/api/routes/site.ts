import { CONTENT_ACTIONS } from '../../history/changes/step-change.ts'
import { refuseUnknownShare } from '../../http/refuse-unknown.ts'
import { allLanguages } from '../../languages/language.ts'
import { sumStatistics } from '../../model/statistics.ts'
import { countedComponents } from '../../view/counted-components.ts'
import { findByName, HIT_KINDS, type Hit } from '../../view/find-by-name.ts'
import { componentsOf, statisticsOf, translationsOf } from '../../view/view.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import type { Links } from '../links.ts'
import type { Gauge } from '../rendering/render.ts'
import { count, STATISTICS } from '../resources/statistics.ts'
import { parameter } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'

const LISTS = [
  ...(['users', 'groups', 'roles', 'projects', 'components', 'translations', 'memory'] as const),
  ...(['languages', 'component-lists', 'changes', 'units', 'suggestions'] as const),
  ...(['screenshots', 'addons', 'categories', 'reports'] as const),
]

const ROOT = s.shown(
  'Root',
  'Addresses of the lists.',
  (links: Links) => links,
  s.fromKeys(LISTS, (name) => [s.LINK, (links: Links) => links.api(`${name}/`)] as const),
)

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

const METRICS = s.resource('Metrics', 'Counts over the whole server.', {
  ...s.fromKeys(NAMES, () => s.COUNT),
  celery_queues: s.recordOf(s.COUNT),
  name: s.STRING,
  version: s.described(s.STRING, 'Version of Weblate that the API imitates.'),
})

function gaugesOf(metrics: s.JsonOf<typeof METRICS>): Gauge[] {
  const { version } = metrics
  return [
    ...NAMES.map((name) => {
      return { name, help: HELP[name], samples: [{ labels: {}, value: metrics[name] }] }
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
  ]
}

/** `url` is the path of the page, including the base path of the server. */
const SEARCH_HIT = s.shown(
  'SearchHit',
  'An object whose name or code contains the text.',
  (hit: Hit, { base }: Links) => ({ ...hit, base }),
  {
    url: [
      s.described(s.STRING, 'Path of the page about the object.'),
      ({ base, url }) => `${base}${url}`.replace(/^\w+:\/\/[^/]+/, ''),
    ],
    name: s.STRING,
    category: [s.oneOf(...HIT_KINDS), ({ kind }) => kind],
  },
)

export const siteEndpoints: Endpoints = {
  '/': whole(ROOT, {
    summary: 'Addresses of the lists.',
    about: () => [],
    get: ({ links }) => ({ json: ROOT.json(links) }),
  }),
  '/statistics': whole(STATISTICS, {
    summary: 'Statistics of the whole server.',
    needs: 'units',
    isOwn: true,
    formats: ['json-flat'],
    get({ view, siteTitle, links }) {
      refuseUnknownShare(componentsOf(view), view.projects)
      // A shared component counts in each of its projects.
      const translations = translationsOf(view.projects.flatMap(countedComponents))
      return { json: STATISTICS.json(count(translations, false), siteTitle, links.page('')) }
    },
  }),
  // A shared component counts once for each project. `changes` counts only changes of content.
  '/metrics': whole(METRICS, {
    summary: 'Counts of the whole server, as metrics.',
    needs: 'history',
    formats: ['openmetrics'],
    needsJob: () => true,
    async get({ catalog, view, siteTitle, weblate, client, signal, progress }) {
      const components = componentsOf(view)
      const translations = translationsOf(components)
      const asked = { client, signal, progress }
      const [{ directory }, changes] = await Promise.all([
        catalog.people(view),
        catalog.changes(view).count({ actions: CONTENT_ACTIONS }, asked),
      ])
      const counted = view.projects.flatMap(countedComponents)
      const { total, translated } = sumStatistics(counted.map(statisticsOf))
      const json = {
        units: total.units,
        units_translated: translated.units,
        users: directory.authors.length,
        changes,
        projects: view.projects.length,
        components: components.length,
        translations: translations.length,
        languages: allLanguages().length,
        checks: translations.reduce((sum, { failing }) => sum + failing.length, 0),
        configuration_errors: components.reduce((sum, { alerts }) => sum + alerts.length, 0),
        suggestions: 0,
        celery_queues: QUEUES,
        name: siteTitle,
        version: weblate,
      }
      return { json, gauges: gaugesOf(json) }
    },
  }),
  // Returns at most five hits of each kind, ordered by name.
  '/search': whole(s.arrayOf(SEARCH_HIT), {
    summary: 'Projects, categories, components, users and languages by name.',
    query: [parameter('q', 'Part of a name or code.')],
    async get({ catalog, view, query, links }) {
      const text = query.get('q') ?? ''
      if (text === '') return { json: [] }
      const { directory } = await catalog.people(view)
      const hits = findByName(view, directory, text, 5)
      return { json: hits.map((hit) => SEARCH_HIT.json(hit, links)) }
    },
  }),
}
