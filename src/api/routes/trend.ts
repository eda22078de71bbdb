import { evenTimes, readTrend, spanOf, type TrendScope } from '../../catalog/history/trend/trend.ts'
import { countedComponents } from '../../catalog/view/share.ts'
import { invalid } from '../../http/http-error.ts'
import { parseTime } from '../../http/time.ts'
import { type Answer, type ApiRequest, componentOf, projectOf, translationOf } from '../endpoint.ts'
import { trendResource } from '../resources/trend.ts'

const DEFAULT_POINTS = 50
const MAX_POINTS = 500
/** What takes longer comes with the next request. */
const MAX_MILLISECONDS = 5000

/** `projects/{project}/trend/` */
export function showProjectTrend(request: ApiRequest): Promise<Answer> {
  return trendOf({ components: countedComponents(projectOf(request)) }, request)
}

/** `components/{project}/{component}/trend/` */
export function showComponentTrend(request: ApiRequest): Promise<Answer> {
  return trendOf({ components: [componentOf(request)] }, request)
}

/** `translations/{project}/{component}/{language}/trend/` */
export function showTranslationTrend(request: ApiRequest): Promise<Answer> {
  const { component, language } = translationOf(request)
  return trendOf({ components: [component], languageCode: language.code }, request)
}

/** Counts at evenly spaced times, the whole history unless `from` and `to` say otherwise. Throws 400 for bad values. */
async function trendOf(scope: TrendScope, { catalog, query }: ApiRequest): Promise<Answer> {
  const span = spanOf(scope.components.map(catalog.historyOf))
  const from = timeOf('from', query) ?? span?.from
  const to = timeOf('to', query) ?? span?.to
  const points = pointsOf(query)
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid('Expected a time before `to`.', 'from')
  }
  const times = from === undefined || to === undefined ? [] : evenTimes({ from, to, points })
  const { trends } = catalog
  const trend = await readTrend(scope, { trends, times, milliseconds: MAX_MILLISECONDS })
  return { json: trendResource(trend), isTransient: !trend.isComplete }
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
