import { CONTENT_ACTIONS } from '../../catalog/history/changes/step-change.ts'
import type { Translation } from '../../catalog/model.ts'
import { sumStatistics } from '../../catalog/statistics.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { componentsOf, statisticsOf, translationsOf } from '../../catalog/view/view.ts'
import { allLanguages } from '../../languages/language.ts'
import type { Answer, ApiRequest } from '../endpoint.ts'
import { metricsResource } from '../resources/metrics.ts'
import { siteStatistics } from '../resources/statistics.ts'

/** Statistics of everything that is served. */
export function showSiteStatistics({ view, siteTitle, links }: ApiRequest): Answer {
  return { json: siteStatistics(view, { links, name: siteTitle }) }
}

/**
 * Counts over the whole server; a component that is shared counts once for each project. `changes` are those of contents,
 * as far as they were counted.
 */
export async function showMetrics({ catalog, view, siteTitle }: ApiRequest): Promise<Answer> {
  const components = componentsOf(view)
  const translations = translationsOf(components)
  const { directory } = await catalog.people(view)
  const counted = view.projects.flatMap(countedComponents)
  const { total, translated } = sumStatistics(counted.map(statisticsOf))
  const changes = await catalog
    .changes(view)
    .list({ actions: CONTENT_ACTIONS }, { start: 0, size: 0 })
  return {
    isTransient: !changes.isCounted,
    json: metricsResource({
      units: total.units,
      translated: translated.units,
      users: directory.authors.length,
      changes: changes.count,
      projects: view.projects.length,
      components: components.length,
      translations: translations.length,
      languages: allLanguages().length,
      checks: countFailures(translations),
      alerts: components.reduce((sum, { alerts }) => sum + alerts.length, 0),
      name: siteTitle,
    }),
  }
}

/** Every failing check of every unit. */
function countFailures(translations: readonly Translation[]): number {
  let count = 0
  for (const { failing } of translations) {
    for (const checks of failing.values()) count += checks.length
  }
  return count
}
