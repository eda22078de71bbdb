import type { Completeness } from '../../git/commit.ts'
import type { Translation } from '../../model/model.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory } from '../component-history.ts'
import type { Step } from '../timeline/timeline.ts'
import { createEntryReader } from './entry-reader.ts'
import { readUnitHistory, type UnitHistory, unitInFile, type Version } from './read-unit-history.ts'
import type { UnitInFile } from './revision.ts'
import { findWriters } from './writer.ts'

/** The history of a unit, and whether it is complete. */
interface KnownUnitHistory extends UnitHistory {
  /** Undefined until its component's history is read. */
  readonly completeness: Completeness | undefined
}

/** See `readUnitHistory`. Rejects with RepositoryError when the history of the repository cannot be read, and when the signal is aborted. */
export async function unitHistoryOf(
  { translation, row }: { readonly translation: Translation; readonly row: number },
  history: ComponentHistory | undefined,
  signal?: AbortSignal,
): Promise<KnownUnitHistory> {
  if (history === undefined) return { versions: [], skipped: [], completeness: undefined }
  const { timeline } = history
  const { completeness } = timeline
  const unit = unitInFile(translation, row)
  if (unit === undefined) return { versions: [], skipped: [], completeness }
  const logged = { component: translation.component, history }
  const stored = await history.ask(unitHistoryWork, [logged], unit, { signal })
  const versions = withSteps(stored.versions, timeline.steps)
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
    skipped: withSteps(stored.skipped, timeline.steps),
    completeness,
  }
}

/** See `readUnitHistory`. */
export const unitHistoryWork = historyWork('unit-history', ([logged], unit: UnitInFile) =>
  rememberAnswer<StoredHistory>(logged!.history, { name: 'unit-history', question: unit }, () => {
    const { component, history } = logged!
    const { config, project } = component
    const read = createEntryReader({ config, repository: history.repository })
    const { versions, skipped } = readUnitHistory(unit, {
      ...{ history, read },
      component: { config, project: project.config },
    })
    return { versions: versions.map(withIndex), skipped: skipped.map(withIndex) }
  }),
)

type Indexed<T> = Omit<T, 'step'> & { readonly step: number }

/** Steps as indexes in the timeline, since each step lists all its files. */
interface StoredHistory {
  readonly versions: readonly Indexed<Version>[]
  readonly skipped: readonly Indexed<UnitHistory['skipped'][number]>[]
}

function withIndex<T extends { readonly step: Step }>(value: T): Indexed<T> {
  return { ...value, step: value.step.index }
}

function withSteps<T extends { readonly step: number }>(
  values: readonly T[],
  steps: readonly Step[],
): (Omit<T, 'step'> & { readonly step: Step })[] {
  return values.map((value) => ({ ...value, step: steps[value.step]! }))
}
