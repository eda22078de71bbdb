import { componentsAt } from '../catalog/place.ts'
import type { Author } from '../people/directory.ts'
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
    const sums = new Map<Author, number>()
    const credits = await people.credits([...new Set(componentsAt(view, place))], filter, job)
    for (const { author, units } of credits) sums.set(author, (sums.get(author) ?? 0) + units)
    return [...sums].sort(
      ([a, one], [b, other]) => other - one || (a.userName < b.userName ? -1 : 1),
    )
  })
}
