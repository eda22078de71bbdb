import { changeLogOf } from '../../catalog/history/change-log.ts'
import { CONTENT_ACTIONS } from '../../catalog/history/step-change.ts'
import type { Component } from '../../catalog/model.ts'
import { countedComponents } from '../../catalog/share.ts'
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

/** What clients look for; nothing ever waits in them. */
const QUEUES = { backup: 0, notify: 0, translate: 0, celery: 0, memory: 0 }

/**
 * Counts over the whole server; a component that is shared counts once for each project. `changes` are those of contents,
 * as far as they were counted.
 */
export async function showMetrics({ catalog, view, siteTitle }: ApiRequest): Promise<Answer> {
  const components = view.projects.flatMap((project) => project.components)
  const { directory } = await catalog.people(view)
  const counted = view.projects.flatMap(countedComponents)
  const { total, translated } = sumStatistics(counted.map(statisticsOf))
  const changes = await changeLogOf(view).list({ actions: CONTENT_ACTIONS }, { start: 0, size: 0 })
  return {
    isTransient: !changes.isCounted,
    json: {
      units: total.units,
      units_translated: translated.units,
      users: directory.authors.length,
      changes: changes.count,
      projects: view.projects.length,
      components: components.length,
      translations: components.reduce((sum, { translations }) => sum + translations.length, 0),
      languages: allLanguages().length,
      checks: countFailures(components),
      configuration_errors: components.reduce((sum, { alerts }) => sum + alerts.length, 0),
      suggestions: 0,
      celery_queues: QUEUES,
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

/** Every failing check of every unit. */
function countFailures(components: readonly Component[]): number {
  let count = 0
  for (const { translations } of components) {
    for (const { failing } of translations) {
      for (const checks of failing.values()) count += checks.length
    }
  }
  return count
}
