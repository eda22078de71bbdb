import { translationsAt } from '../catalog/place.ts'
import { findOutdated, type OutdatedUnit } from '../history/states/outdated.ts'
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
