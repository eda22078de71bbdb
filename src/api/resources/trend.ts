import type { Unreadable } from '../../catalog/history/trend/content-at.ts'
import type { Trend } from '../../catalog/history/trend/trend.ts'
import type { Json } from '../rendering/json.ts'
import {
  arrayOf,
  BOOLEAN,
  COUNT,
  nullable,
  type Resource,
  STRING,
  TIMESTAMP,
} from '../schema/schema.ts'
import { COMPLETENESS, completenessResource } from './completeness.ts'
import { timestamp } from './timestamp.ts'

/** More are not listed: a file that was broken for years has thousands. */
const MAX_SKIPPED = 100

/** A Trend, 4 keys. */
export function trendResource({ points, isComplete, completeness, unreadable }: Trend): Json {
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

/** Revisions of files that could not be read, the first hundred. */
export function skippedResources(unreadable: readonly Unreadable[]): Json[] {
  return unreadable.slice(0, MAX_SKIPPED).map(({ commit, seconds, filename, message }) => ({
    commit,
    timestamp: timestamp(seconds),
    filename,
    message,
  }))
}

/** One of those. */
export const SKIPPED: Resource = {
  name: 'SkippedRevision',
  description: 'A revision of a file that could not be read.',
  properties: { commit: STRING, timestamp: TIMESTAMP, filename: STRING, message: STRING },
}

const POINT: Resource = {
  name: 'TrendPoint',
  description: 'Units at a time; null where they are not known, or not yet.',
  properties: {
    timestamp: TIMESTAMP,
    commit: nullable(STRING),
    total: nullable(COUNT),
    translated: nullable(COUNT),
    fuzzy: nullable(COUNT),
    failing: nullable(COUNT),
  },
}

export const TREND: Resource = {
  name: 'Trend',
  description: 'How much there was over time; `complete` is false while more is being computed.',
  properties: {
    complete: BOOLEAN,
    history: COMPLETENESS,
    points: arrayOf(POINT),
    skipped: arrayOf(SKIPPED),
  },
}
