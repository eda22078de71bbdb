import { translationsAt } from '../catalog/place.ts'
import { groupBy } from '../group-by.ts'
import { findOutdated, type OutdatedUnit } from '../history/states/outdated.ts'
import { contextOf } from '../model/unit.ts'
import { summedTranslations } from '../view/share.ts'
import { type Later, laterOfHistory, type PageRequest } from './page.ts'

/** The outdated strings of a place. */
export interface Outdated {
  readonly count: number
  /** How many of them count in sums. */
  readonly summed: number
  /** The strings that have been outdated longest, in that order. */
  readonly longest: readonly OutdatedUnit[]
}

const MAX_LONGEST = 60

/** Finds the outdated strings of a page's place. */
export function readOutdated(request: PageRequest): Promise<Later<Outdated>> {
  const { catalog, view, place } = request
  return laterOfHistory(request, 'outdated', async (job) => {
    const translations = translationsAt(view, place)
    const outdated = await findOutdated(translations, catalog.historyOf, job)
    const counted = new Set(summedTranslations(translations))
    return {
      count: outdated.length,
      summed: outdated.filter(({ translation }) => counted.has(translation)).length,
      longest: outdated.slice(0, MAX_LONGEST),
    }
  })
}

/** An edit of a source, as the one or more translations that it made outdated. */
export type Edit = readonly [OutdatedUnit, ...OutdatedUnit[]]

/** Groups outdated strings by the edit that made them so, the oldest first. */
export function editsOf(units: readonly OutdatedUnit[]): Edit[] {
  const edits = groupBy(units, ({ translation, row, changed, previousSource }) => {
    const context = contextOf(translation.units(), row)
    return JSON.stringify([translation.component.id, context, changed.commit, previousSource])
  })
  return [...edits.values()].sort(([a], [b]) => a.changed.seconds - b.changed.seconds)
}
