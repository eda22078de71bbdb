import { sumStatistics } from '../../catalog/statistics.ts'
import { statisticsOf } from '../../catalog/view.ts'
import { allLanguages } from '../../languages/language.ts'
import type { Answer, ApiRequest } from '../request.ts'
import { siteStatistics } from '../resources/statistics.ts'
import { COUNT, type Resource, STRING } from '../schema/schema.ts'

/** Statistics of everything that is served. */
export function showSiteStatistics({ view, siteTitle, links }: ApiRequest): Answer {
  return { json: siteStatistics(view, { links, name: siteTitle }) }
}

/** Counts over the whole server. */
export function showMetrics({ view, siteTitle }: ApiRequest): Answer {
  const components = view.projects.flatMap((project) => project.components)
  const { total, translated, failing } = sumStatistics(components.map(statisticsOf))
  return {
    json: {
      units: total.units,
      units_translated: translated.units,
      users: 0,
      changes: 0,
      projects: view.projects.length,
      components: components.length,
      translations: components.reduce((sum, { translations }) => sum + translations.length, 0),
      languages: allLanguages().length,
      checks: failing.units,
      configuration_errors: components.reduce((sum, { alerts }) => sum + alerts.length, 0),
      suggestions: 0,
      celery_queues: {},
      name: siteTitle,
    },
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
