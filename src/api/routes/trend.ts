import { evenTimes, readTrend, spanOf, type TrendScope } from '../../catalog/history/trend/trend.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { invalid } from '../../http/http-error.ts'
import { whole } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  projectOf,
  translationOf,
} from '../endpoint.ts'
import { TREND, trendResource } from '../resources/trend.ts'
import { TREND_FILTERS } from '../schema/parameters.ts'

/** What takes longer comes with the next request. */
const MAX_MILLISECONDS = 5000

export const trendEndpoints: Endpoints = {
  '/projects/:project/trend': trend('project', (request) => ({
    components: countedComponents(projectOf(request)),
  })),
  '/components/:project/:component/trend': trend('component', (request) => ({
    components: [componentOf(request)],
  })),
  '/translations/:project/:component/:language/trend': trend('translation', (request) => {
    const { component, language } = translationOf(request)
    return { components: [component], languageCode: language.code }
  }),
}

/** Counts at evenly spaced times, over the whole history without `from` and `to`. */
function trend(subject: string, scopeOf: (request: ApiRequest) => TrendScope): Endpoint {
  return whole(TREND, {
    name: 'Trend',
    summary: `Counts of a ${subject} over time.`,
    isOwn: true,
    query: Object.values(TREND_FILTERS),
    async get(request) {
      const scope = scopeOf(request)
      const { catalog, query } = request
      const span = spanOf(scope.components.map(catalog.historyOf))
      const from = TREND_FILTERS.from.read(query) ?? span?.from
      const to = TREND_FILTERS.to.read(query) ?? span?.to
      const points = TREND_FILTERS.points.read(query)
      if (from !== undefined && to !== undefined && from > to) {
        throw invalid('Expected a time before `to`.', 'from')
      }
      const times = from === undefined || to === undefined ? [] : evenTimes({ from, to, points })
      const { trends } = catalog
      const found = await readTrend(scope, { trends, times, milliseconds: MAX_MILLISECONDS })
      return { json: trendResource(found), isTransient: !found.isComplete }
    },
  })
}
