import type { Completeness } from '../../history/timeline/completeness.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** `since` is null if the whole history is known, or nothing. */
export const COMPLETENESS = s.shown(
  'Completeness',
  'Whether the whole history is known; if not, since when.',
  (history: Completeness | undefined) => {
    const { complete = false } = history ?? {}
    return { complete, since: history && !history.complete ? timestamp(history.since) : null }
  },
  { complete: s.BOOLEAN, since: s.nullable(s.TIMESTAMP) },
)
