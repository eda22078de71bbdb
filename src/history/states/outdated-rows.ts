import { groupBy } from '../../group-by.ts'
import type { Translation } from '../../model/model.ts'
import type { AskHistories, HistoryOf } from '../component-history.ts'
import { deriveOutdated, type OutdatedUnit } from './outdated.ts'

/** Returns the outdated rows of a translation; none for one that was not examined. */
export type OutdatedRows = (translation: Translation) => ReadonlyMap<number, OutdatedUnit>

const NONE: ReadonlyMap<number, OutdatedUnit> = new Map()

/** Finds the outdated strings of translations, by row. Rejects when the signal is aborted. */
export async function readOutdatedRows(
  translations: readonly Translation[],
  historyOf: HistoryOf,
  options: NonNullable<Parameters<AskHistories>[3]> = {},
): Promise<OutdatedRows> {
  const byTranslation = new Map<Translation, Map<number, OutdatedUnit>>()
  const components = groupBy(translations, ({ component }) => component)
  for (const [index, [component, componentTranslations]] of [...components].entries()) {
    options.progress?.(index, components.size, 'components')
    const request = {
      history: historyOf(component),
      translations: componentTranslations,
      baseline: -1,
    }
    for (const unit of await deriveOutdated(component, request, options)) {
      const rows = byTranslation.get(unit.translation) ?? new Map<number, OutdatedUnit>()
      byTranslation.set(unit.translation, rows.set(unit.row, unit))
    }
  }
  return (translation) => byTranslation.get(translation) ?? NONE
}
