import type { Completeness } from '../../../git/history/history.ts'
import { runYielding } from '../../../run-yielding.ts'
import type { Translation } from '../../model.ts'
import { createEntryReader } from './entry-reader.ts'
import { isMerge } from './merged-side.ts'
import { type Life, readLife, type Version } from './read-unit-history.ts'
import { createWriterFinder } from './writer.ts'

/** The life of a unit, and whether that is all of it. */
interface KnownLife extends Life {
  /** Undefined while the history of its component was not looked at. */
  readonly history: Completeness | undefined
}

/** See `readLife`. Rejects with RepositoryError when the history of the repository cannot be read. */
export async function lifeOf(translation: Translation, row: number): Promise<KnownLife> {
  const { past } = translation.component
  if (past === undefined) return { versions: [], skipped: [], history: undefined }
  const { repository, timeline } = past
  const isFollowing = translation.component.config.stateFrom === 'follow'
  const read = createEntryReader({ config: translation.component.config, repository })
  const life = await runYielding(readLife({ translation, row }, { past, read, isFollowing }))
  const { history } = timeline
  const isMerged = ({ change, step }: Version) =>
    (change === 'added' || change === 'changed') && isMerge(repository, step.commit)
  if (!life.versions.some(isMerged)) return { ...life, history }
  const ancestors = await past.rows('ancestors-moves')
  const findWriters = createWriterFinder({ past, ancestors, read })
  const versions = await runYielding(
    (function* () {
      const found: Version[] = []
      for (const version of life.versions) {
        const { step, filename, key } = version
        const [writtenIn = step.commit] = isMerged(version)
          ? yield* findWriters({ step, filename, keys: [key] })
          : [version.writtenIn]
        found.push({ ...version, writtenIn })
      }
      return found
    })(),
  )
  return { ...life, versions, history }
}
