import type { Translation } from '../../model/model.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory } from '../component-history.ts'
import { type Step, stepsByCommit } from '../timeline/timeline.ts'
import { unitInFile } from '../unit-history/read-unit-history.ts'
import { findWriters } from '../unit-history/writer.ts'
import { lastTargetChanges } from './text-versions.ts'

/** The commit that last changed the text of a unit. */
export interface Blamed {
  readonly row: number
  /** The commit on the component's branch. */
  readonly step: Step
  /** The commit that wrote the text: for a merge, the one on the merged side. */
  readonly writtenIn: string
}

/**
 * Returns the commit that last changed each text of a translation, in file order. Skips empty texts, and texts that
 * predate a shallow history. Rejects with RepositoryError.
 */
export async function blameTranslation(
  translation: Translation,
  history: ComponentHistory,
): Promise<readonly Blamed[]> {
  const logged = { component: translation.component, history }
  const rowCommits = await history.ask(blameWork, [logged], translation.language.code)
  const steps = stepsByCommit(history.timeline)
  const { complete } = history.timeline.completeness
  const blamed = rowCommits.flatMap(([row, commit]): Blamed[] => {
    const step = steps.get(commit)
    if (step === undefined || (step.index === 0 && !complete)) return []
    return [{ row, step, writtenIn: commit }]
  })
  const writers = await findWriters(blamed, ({ row }) => unitInFile(translation, row), logged)
  return blamed.map((one) => ({ ...one, writtenIn: writers.get(one) ?? one.writtenIn }))
}

/** See `blameTranslation`: rows and commits. */
export const blameWork = historyWork(
  'blame',
  ([logged], code: string): readonly (readonly [row: number, commit: string])[] => {
    const { component, history } = logged!
    const translation = component.translations.find(({ language }) => language.code === code)
    if (translation === undefined || translation.filename === '') return []
    const units = translation.units()
    const rows = Array.from({ length: units.table.count }, (_, row) => row).filter(
      (row) => units.targets.at(row) !== '',
    )
    const lastChanges = lastTargetChanges(history, translation, rows)
    return rows.flatMap((row) => {
      const step = lastChanges.get(row)
      return step === undefined ? [] : [[row, step.commit] as const]
    })
  },
  { readsFiles: true },
)
