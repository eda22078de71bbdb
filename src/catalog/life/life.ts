import type { Completeness } from '../../git/history/history.ts'
import { inSlices } from '../member.ts'
import type { Translation } from '../model.ts'
import { type Life, readLife } from './unit-life.ts'

/** The life of a unit, and whether that is all of it. */
export interface KnownLife extends Life {
  /** Undefined while the history of its component was not looked at. */
  readonly history: Completeness | undefined
}

/** See `readLife`. Rejects with RepositoryError when the history of the repository cannot be read. */
export async function lifeOf(translation: Translation, row: number): Promise<KnownLife> {
  const { past } = translation.component
  if (past === undefined) return { versions: [], skipped: [], history: undefined }
  const ancestors = await past.rows('ancestors-moves')
  const options = { past, ancestors, isFollowing: false }
  const life = await inSlices(readLife({ translation, row }, options))
  return { ...life, history: past.timeline.history }
}
