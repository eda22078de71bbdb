import type { Completeness } from '../../../git/commit.ts'
import { runYielding } from '../../../run-yielding.ts'
import type { Translation } from '../../model.ts'
import type { ComponentHistory } from '../component-history.ts'
import { createEntryReader } from './entry-reader.ts'
import { isMerge } from './merged-side.ts'
import { readUnitHistory, type UnitHistory, type Version } from './read-unit-history.ts'
import { createWriterFinder } from './writer.ts'

/** The history of a unit, and whether that is all of it. */
interface KnownUnitHistory extends UnitHistory {
  /** Undefined until the history of its component has been read. */
  readonly completeness: Completeness | undefined
}

/** See `readUnitHistory`. Rejects with RepositoryError when the history of the repository cannot be read, and when the signal is aborted. */
export async function unitHistoryOf(
  { translation, row }: { readonly translation: Translation; readonly row: number },
  history: ComponentHistory | undefined,
  signal?: AbortSignal,
): Promise<KnownUnitHistory> {
  if (history === undefined) return { versions: [], skipped: [], completeness: undefined }
  const { repository, timeline } = history
  const isFollowing = translation.component.config.stateFrom === 'follow'
  const read = createEntryReader({ config: translation.component.config, repository })
  const found = await runYielding(
    readUnitHistory({ translation, row }, { history, read, isFollowing }),
    signal,
  )
  const { completeness } = timeline
  const isMerged = ({ change, step }: Version) =>
    (change === 'added' || change === 'changed') && isMerge(repository, step.commit)
  if (!found.versions.some(isMerged)) return { ...found, completeness }
  const ancestors = await history.rows('ancestors-moves')
  const findWriters = createWriterFinder({ history, ancestors, read })
  const versions = await runYielding(
    (function* () {
      const versions: Version[] = []
      for (const version of found.versions) {
        const { step, languageCode, key } = version
        const [writtenIn = step.commit] = isMerged(version)
          ? yield* findWriters({ step, languageCode, keys: [key] })
          : [version.writtenIn]
        versions.push({ ...version, writtenIn })
      }
      return versions
    })(),
    signal,
  )
  return { ...found, versions, completeness }
}
