import type { Completeness } from '../../catalog/history/timeline/completeness.ts'
import { BOOLEAN, nullable, type Resource, TIMESTAMP } from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** Whether all of history is known: `since` says from when on where it is not, null where nothing is. */
export function completenessResource(history: Completeness | undefined): {
  readonly complete: boolean
  readonly since: string | null
} {
  if (history === undefined) return { complete: false, since: null }
  return history.complete
    ? { complete: true, since: null }
    : { complete: false, since: timestamp(history.since) }
}

export const COMPLETENESS: Resource = {
  name: 'Completeness',
  description: 'Whether all of history is known, or since when.',
  properties: { complete: BOOLEAN, since: nullable(TIMESTAMP) },
}
