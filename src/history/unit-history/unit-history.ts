import type { Completeness } from '../../git/commit.ts'
import type { Translation } from '../../model/model.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory } from '../component-history.ts'
import { createEntryReader } from './entry-reader.ts'
import { readUnitHistory, type UnitHistory, unitInFiles } from './read-unit-history.ts'
import type { UnitInFile } from './revision.ts'
import { findWriters } from './writer.ts'

/**
 * See `readUnitHistory`; without a history, completeness is unknown. Rejects with RepositoryError, and with the signal's
 * reason.
 */
export async function unitHistoryOf(
  { translation, row }: { readonly translation: Translation; readonly row: number },
  history: ComponentHistory | undefined,
  signal?: AbortSignal,
): Promise<UnitHistory & { readonly completeness: Completeness | undefined }> {
  if (history === undefined) return { versions: [], skipped: [], completeness: undefined }
  const { completeness } = history.timeline
  const logged = { component: translation.component, history }
  let unitHistory: UnitHistory = { versions: [], skipped: [] }
  for (const unit of unitInFiles(translation, row)) {
    unitHistory = await history.ask(unitHistoryWork, [logged], unit, { signal })
    const [newest] = unitHistory.versions
    if (newest !== undefined && newest.change !== 'removed') break
  }
  const { versions, skipped } = unitHistory
  const writers = await findWriters(
    versions,
    ({ change, languageCode, key }) =>
      change === 'added' || change === 'changed' ? { languageCode, key } : undefined,
    logged,
    signal,
  )
  return {
    versions: versions.map((version) => ({
      ...version,
      writtenIn: writers.get(version) ?? version.writtenIn,
    })),
    skipped,
    completeness,
  }
}

/** See `readUnitHistory`. */
export const unitHistoryWork = historyWork('unit-history', ([logged], unit: UnitInFile) =>
  rememberAnswer(logged!.history, 'unit-history', unit, () => {
    return readUnitHistory(unit, logged!, createEntryReader(logged!.history))
  }),
)
