import { withoutServerPaths } from '../../address.ts'
import type { Unreadable } from '../../history/trend/project-counts.ts'
import { evenTimes, readTrend, spanOf, type Trend } from '../../history/trend/trend.ts'
import { invalid } from '../../http/http-error.ts'
import { countedComponents } from '../../view/counted-components.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import { COMPLETENESS, timestamp } from '../resources/fields.ts'
import { parameter, readSeconds, TIME } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

/** Limits the list, since a file that was broken for years has thousands of unreadable revisions. */
const MAX_SKIPPED = 100

export const SKIPPED = s.shown(
  'SkippedRevision',
  'A revision of a file that could not be read.',
  (unreadable: Unreadable) => unreadable,
  {
    commit: s.STRING,
    timestamp: [s.TIMESTAMP, ({ seconds }) => timestamp(seconds)],
    filename: s.STRING,
    message: [s.STRING, ({ message }) => withoutServerPaths(message)],
  },
)

/** Returns the first hundred file revisions that could not be read. */
export function skippedResources(unreadable: readonly Unreadable[]): s.JsonOf<typeof SKIPPED>[] {
  return unreadable.slice(0, MAX_SKIPPED).map((each) => SKIPPED.json(each))
}

const POINT = s.shown(
  'TrendPoint',
  'Numbers of units at a time; null if unknown or not computed yet.',
  ({ seconds, commit, counts }: Trend['points'][number]) => {
    const [total = null, translated = null, fuzzy = null, failing = null] = counts ?? []
    return { seconds, commit, total, translated, fuzzy, failing }
  },
  {
    timestamp: [s.TIMESTAMP, ({ seconds }) => timestamp(seconds)],
    commit: [s.nullable(s.STRING), ({ commit }) => commit ?? null],
    total: s.nullable(s.COUNT),
    translated: s.nullable(s.COUNT),
    fuzzy: s.nullable(s.COUNT),
    failing: s.nullable(s.COUNT),
  },
)

const TREND = s.shown(
  'Trend',
  'Numbers of units over time; `complete` is false while more points are being computed.',
  (trend: Trend) => trend,
  {
    complete: [s.BOOLEAN, ({ isComplete }) => isComplete],
    history: [COMPLETENESS, ({ completeness }) => COMPLETENESS.json(completeness)],
    points: [s.arrayOf(POINT), ({ points }) => points.map((point) => POINT.json(point))],
    skipped: [s.arrayOf(SKIPPED), ({ unreadable }) => skippedResources(unreadable)],
  },
)

const DEFAULT_POINTS = 50
const MAX_POINTS = 500

const PARAMETERS = [
  parameter('from', 'Time of the first point.', TIME),
  parameter('to', 'Time of the last point.', TIME),
  parameter('points', `Number of points, at most ${MAX_POINTS}.`, {
    ...{ ...s.INTEGER, default: DEFAULT_POINTS, minimum: 1, maximum: MAX_POINTS },
  }),
]

function readWholeSeconds(...parameters: Parameters<typeof readSeconds>): number | undefined {
  const seconds = readSeconds(...parameters)
  return seconds && Math.floor(seconds)
}

function readPoints(query: URLSearchParams): number {
  const value = query.get('points') ?? ''
  if (value === '') return DEFAULT_POINTS
  const points = /^[0-9]{1,4}$/.test(value) ? Number(value) : 0
  if (points >= 1 && points <= MAX_POINTS) return points
  throw invalid(`Enter a whole number from 1 to ${MAX_POINTS}.`, 'points')
}

/** The time limit of one request in milliseconds; the next request continues a slower trend. */
const MAX_MILLISECONDS = 5000

/** Returns counts at evenly spaced times; over the whole history without `from` and `to`. */
export const trendEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'trend',
  whole(TREND, {
    summary: 'Counts of a {scope} over time.',
    needs: 'history',
    isOwn: true,
    needsJob: () => true,
    query: PARAMETERS,
    async get(request) {
      const { project, component, translation } = scopeOf(request)
      const scope = {
        components: component ? [component] : countedComponents(project),
        ...(translation && { languageCode: translation.language.code }),
      }
      const { catalog, query, signal } = request
      const span = spanOf(scope.components.map(catalog.historyOf))
      const from = readWholeSeconds(query, 'from', 'start') ?? span?.from
      const to = readWholeSeconds(query, 'to', 'end') ?? span?.to
      const points = readPoints(query)
      if (from !== undefined && to !== undefined && from > to) {
        throw invalid('Expected a time before `to`.', 'from')
      }
      const times = from === undefined || to === undefined ? [] : evenTimes({ from, to, points })
      const { historyOf } = catalog
      const options = { historyOf, times, milliseconds: MAX_MILLISECONDS, signal }
      const trend = await readTrend(scope, options)
      return { json: TREND.json(trend), isTransient: !trend.isComplete }
    },
  }),
)
