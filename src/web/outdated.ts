import { translationsAt } from '../catalog/place.ts'
import { findOutdated } from '../history/states/outdated.ts'
import { summedTranslations } from '../view/counted-components.ts'
import { laterOfHistory, type PageRequest } from './page.ts'

/** The outdated strings of a place. */
export type Outdated = NonNullable<Awaited<ReturnType<typeof readOutdated>>['value']>

const MAX_LONGEST = 60

/** Finds the outdated strings of a page's place. */
export function readOutdated(request: PageRequest) {
  const { catalog, view, place } = request
  return laterOfHistory(request, 'outdated', async (job) => {
    const translations = translationsAt(view, place)
    const outdated = await findOutdated(translations, catalog.historyOf, job)
    const counted = new Set(summedTranslations(translations))
    return {
      count: outdated.length,
      /** How many of them count in sums. */
      summed: outdated.filter(({ translation }) => counted.has(translation)).length,
      /** The strings that have been outdated longest, in that order. */
      longest: outdated.slice(0, MAX_LONGEST),
    }
  })
}
