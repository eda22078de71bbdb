import { withoutServerPaths } from '../../address.ts'
import type { Unreadable } from '../../catalog/history/trend/content-at.ts'
import type { Trend } from '../../catalog/history/trend/trend.ts'
import * as s from '../schema/schema.ts'
import { COMPLETENESS, completenessResource } from './completeness.ts'
import { timestamp } from './timestamp.ts'

/** Limits the list, since a file that was broken for years has thousands of unreadable revisions. */
const MAX_SKIPPED = 100

/** A Trend, 4 keys. */
export function trendResource({
  points,
  isComplete,
  completeness,
  unreadable,
}: Trend): s.JsonOf<typeof TREND> {
  return {
    complete: isComplete,
    history: completenessResource(completeness),
    points: points.map(({ seconds, commit, counts }) => ({
      timestamp: timestamp(seconds),
      commit: commit ?? null,
      total: counts?.[0] ?? null,
      translated: counts?.[1] ?? null,
      fuzzy: counts?.[2] ?? null,
      failing: counts?.[3] ?? null,
    })),
    skipped: skippedResources(unreadable),
  }
}

/** Returns the first hundred file revisions that could not be read. */
export function skippedResources(unreadable: readonly Unreadable[]): s.JsonOf<typeof SKIPPED>[] {
  return unreadable.slice(0, MAX_SKIPPED).map(({ commit, seconds, filename, message }) => ({
    commit,
    timestamp: timestamp(seconds),
    filename,
    message: withoutServerPaths(message),
  }))
}

/** A revision of a file that could not be read. */
export const SKIPPED = s.resource(
  'SkippedRevision',
  'A revision of a file that could not be read.',
  {
    commit: s.STRING,
    timestamp: s.TIMESTAMP,
    filename: s.STRING,
    message: s.STRING,
  },
)

const POINT = s.resource(
  'TrendPoint',
  'Numbers of units at a time; null if unknown or not computed yet.',
  {
    timestamp: s.TIMESTAMP,
    commit: s.nullable(s.STRING),
    total: s.nullable(s.COUNT),
    translated: s.nullable(s.COUNT),
    fuzzy: s.nullable(s.COUNT),
    failing: s.nullable(s.COUNT),
  },
)

export const TREND = s.resource(
  'Trend',
  'Numbers of units over time; `complete` is false while more points are being computed.',
  {
    complete: s.BOOLEAN,
    history: COMPLETENESS,
    points: s.arrayOf(POINT),
    skipped: s.arrayOf(SKIPPED),
  },
)
