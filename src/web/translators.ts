import { componentsAt } from '../catalog/place.ts'
import { type Author, sumByAuthor } from '../people/directory.ts'
import type { Later } from './later.ts'
import { laterOfHistory, type PageRequest } from './page.ts'

/** Who translated how many strings at the place of a page, most first; nobody where authors are not shown. */
export type Translators = readonly (readonly [author: Author, units: number])[]

/** They are counted from all commits. */
export function findTranslators(request: PageRequest): Promise<Later<Translators>> {
  const { catalog, view, place } = request
  return laterOfHistory(request, 'people', async (job) => {
    const people = await catalog.people(view)
    const filter = place.code === undefined ? {} : { languageCode: place.code }
    return sumByAuthor(await people.credits([...new Set(componentsAt(view, place))], filter, job))
  })
}
