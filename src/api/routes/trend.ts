import { evenTimes, readTrend, spanOf } from '../../catalog/history/trend/trend.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { invalid } from '../../http/http-error.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { TREND, trendResource } from '../resources/trend.ts'
import { TREND_FILTERS } from '../schema/parameters.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

/** The time limit of one request in milliseconds; the next request continues a slower trend. */
const MAX_MILLISECONDS = 5000

/** Returns counts at evenly spaced times; over the whole history without `from` and `to`. */
export const trendEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'trend',
  whole(TREND, {
    name: 'Trend',
    summary: 'Counts of a {scope} over time.',
    needs: 'history',
    isOwn: true,
    needsJob: () => true,
    query: Object.values(TREND_FILTERS),
    async get(request) {
      const { project, component, translation } = scopeOf(request)
      const scope = {
        components: component ? [component] : countedComponents(project),
        ...(translation && { languageCode: translation.language.code }),
      }
      const { catalog, query, signal } = request
      const span = spanOf(scope.components.map(catalog.historyOf))
      const from = TREND_FILTERS.from.read(query) ?? span?.from
      const to = TREND_FILTERS.to.read(query) ?? span?.to
      const points = TREND_FILTERS.points.read(query)
      if (from !== undefined && to !== undefined && from > to) {
        throw invalid('Expected a time before `to`.', 'from')
      }
      const times = from === undefined || to === undefined ? [] : evenTimes({ from, to, points })
      const { trends } = catalog
      const trend = await readTrend(scope, {
        trends,
        times,
        milliseconds: MAX_MILLISECONDS,
        signal,
      })
      return { json: trendResource(trend), isTransient: !trend.isComplete }
    },
  }),
)
