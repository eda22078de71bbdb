import { deriveOutdated, type OutdatedUnit } from '../catalog/history/states/outdated.ts'
import { knowledgeOf } from '../catalog/knowledge.ts'
import { componentsAt } from '../catalog/place.ts'
import type { Later } from './later.ts'
import type { PageRequest } from './page.ts'

/** The outdated strings of a place. */
export interface Outdated {
  readonly count: number
  /** Those that are outdated longest, longest first. */
  readonly longest: readonly OutdatedUnit[]
}

const MAX_LONGEST = 60

/** The outdated strings of the place of a page, once they are known. */
export async function findOutdated({
  catalog,
  view,
  place,
  later,
}: PageRequest): Promise<Later<Outdated>> {
  const components = componentsAt(view, place)
  if (components.some((one) => knowledgeOf(one, 'history') === 'awaited')) {
    return { value: undefined, isAwaited: true }
  }
  return later('outdated', async (job) => {
    const found: OutdatedUnit[] = []
    for (const component of components) {
      const translations = component.translations.filter(
        ({ language }) => place.code === undefined || language.code === place.code,
      )
      const history = catalog.historyOf(component)
      const options = { history, translations, baseline: -1 }
      for (const unit of await deriveOutdated(component, options, job)) found.push(unit)
    }
    found.sort((one, other) => one.changed.seconds - other.changed.seconds)
    return { count: found.length, longest: found.slice(0, MAX_LONGEST) }
  })
}
