import type { Completeness } from '../../catalog/history/timeline/completeness.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/**
 * Returns whether the whole history is known. If not, `since` is the start of the known part, null if nothing is known.
 */
export function completenessResource(
  history: Completeness | undefined,
): s.JsonOf<typeof COMPLETENESS> {
  if (history === undefined) return { complete: false, since: null }
  return history.complete
    ? { complete: true, since: null }
    : { complete: false, since: timestamp(history.since) }
}

export const COMPLETENESS = s.resource(
  'Completeness',
  'Whether the whole history is known; if not, since when.',
  { complete: s.BOOLEAN, since: s.nullable(s.TIMESTAMP) },
)
