import type { HistoryOf } from '../catalog/history/component-history.ts'
import { deriveOutdated, type OutdatedUnit } from '../catalog/history/states/outdated.ts'
import type { Translation } from '../catalog/model.ts'
import { readingHistory } from './output/progress.ts'
import type { Selected } from './selection.ts'

/** The outdated units of each translation that has any. */
export type Outdated = ReadonlyMap<Translation, readonly OutdatedUnit[]>

/** The units of translations that are older than their source. The history must be loaded. */
export function readOutdated(
  selected: readonly Selected[],
  historyOf: HistoryOf,
): Promise<Outdated> {
  return readingHistory(async () => {
    const byTranslation = new Map<Translation, OutdatedUnit[]>()
    for (const { component, translations } of selected) {
      const history = historyOf(component)
      for (const unit of await deriveOutdated(component, { history, translations, baseline: -1 })) {
        const outdatedUnits = byTranslation.get(unit.translation)
        if (outdatedUnits === undefined) byTranslation.set(unit.translation, [unit])
        else outdatedUnits.push(unit)
      }
    }
    return byTranslation
  })
}
