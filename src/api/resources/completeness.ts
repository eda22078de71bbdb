import type { Completeness } from '../../catalog/history/timeline/completeness.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** Whether all of history is known: `since` says from when on where it is not, null where nothing is. */
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
  'Whether all of history is known, or since when.',
  { complete: s.BOOLEAN, since: s.nullable(s.TIMESTAMP) },
)
