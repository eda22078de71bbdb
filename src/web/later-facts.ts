import type { ComponentRef } from '../catalog/component-refs.ts'
import { componentsAt } from '../catalog/place.ts'
import { type Author, sumByAuthor } from '../people/directory.ts'
import type { Later } from './later.ts'
import { laterOfHistory, type PageRequest } from './page.ts'

/** Finds the branches and tags of a place's first repository; undefined for a place in several projects. */
export async function findRefs({
  catalog,
  place: { project, component },
  later,
}: PageRequest): Promise<Later<readonly ComponentRef[]> | undefined> {
  const shown = component ?? project?.components.find(({ commit }) => commit !== undefined)
  if (shown === undefined) return undefined
  return later('refs', () => catalog.refs(shown))
}

/**
 * Authors with the number of strings they translated at a page's place, the most active first; empty if authors are
 * hidden.
 */
export type Translators = readonly (readonly [author: Author, units: number])[]

/** Counts the translators of a page's place from all commits. */
export function findTranslators(request: PageRequest): Promise<Later<Translators>> {
  const { catalog, view, place } = request
  return laterOfHistory(request, 'people', async (job) => {
    const people = await catalog.people(view)
    const filter = place.code === undefined ? {} : { languageCode: place.code }
    return sumByAuthor(await people.credits(componentsAt(view, place), filter, job))
  })
}
