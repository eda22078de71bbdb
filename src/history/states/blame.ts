import type { Translation } from '../../model/model.ts'
import { targetIfAny } from '../../model/unit.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory } from '../component-history.ts'
import type { Step } from '../timeline/timeline.ts'
import { unitInFiles } from '../unit-history/read-unit-history.ts'
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
  const lastChanges = await history.ask(blameWork, [logged], translation.language.code)
  const { complete } = history.timeline.completeness
  const blamed = [...lastChanges]
    .filter(([, step]) => step.index > 0 || complete)
    .map(([row, step]): Blamed => ({ row, step, writtenIn: step.commit }))
  const writers = await findWriters(
    blamed,
    ({ row }) => unitInFiles(translation, row).next().value ?? undefined,
    logged,
  )
  return blamed.map((blame) => ({ ...blame, writtenIn: writers.get(blame) ?? blame.writtenIn }))
}

/** See `blameTranslation`: the step that last changed each row. */
export const blameWork = historyWork(
  'blame',
  ([logged], code: string): ReadonlyMap<number, Step> => {
    const { component, history } = logged!
    const translation = component.translations.find(({ language }) => language.code === code)
    if (translation === undefined || translation.filename === '') return new Map()
    const units = translation.units()
    const rows = Array.from({ length: units.table.count }, (_, row) => row).filter(
      (row) => targetIfAny(units, row) !== '',
    )
    return lastTargetChanges(history, translation, rows)
  },
  () => true,
)
