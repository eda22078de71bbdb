import { evenTimes, readTrend, spanOf, type TrendScope } from '../../catalog/history/trend/trend.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { invalid } from '../../http/http-error.ts'
import { parseTime } from '../../http/time.ts'
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

const DEFAULT_POINTS = 50
const MAX_POINTS = 500
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
    query: TREND_FILTERS,
    async get(request) {
      const scope = scopeOf(request)
      const { catalog, query } = request
      const span = spanOf(scope.components.map(catalog.historyOf))
      const from = timeOf('from', query) ?? span?.from
      const to = timeOf('to', query) ?? span?.to
      const points = pointsOf(query)
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

/** Seconds since 1970; a date as `to` is that whole day. */
function timeOf(name: 'from' | 'to', query: URLSearchParams): number | undefined {
  const text = query.get(name) ?? ''
  if (text === '') return undefined
  const time = parseTime(text)
  if (time === undefined) throw invalid('Enter a valid date/time.', name)
  return Math.floor((name === 'to' ? time.endMicros : time.micros) / 1e6)
}

function pointsOf(query: URLSearchParams): number {
  const text = query.get('points') ?? ''
  if (text === '') return DEFAULT_POINTS
  const points = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0
  if (points < 1 || points > MAX_POINTS) {
    throw invalid(`Enter a whole number from 1 to ${MAX_POINTS}.`, 'points')
  }
  return points
}
