import { componentsAt } from '../../catalog/place.ts'
import type { Author } from '../../people/directory.ts'
import { Person } from '../components/person.tsx'
import { counted, formatNumber } from '../components/words.tsx'
import { languageName } from '../language-name.ts'
import { laterOfHistory, type PageRequest } from '../page.ts'

const SHOWN = 12

/** Who translated how many strings at the place; nothing where authors are not shown. */
export async function PeopleSection(request: PageRequest) {
  const { catalog, view, place, links, part } = request
  const { code } = place
  const { value: people, isAwaited } = await laterOfHistory(request, 'people', async (job) => {
    const known = await catalog.people(view)
    const filter = code === undefined ? {} : { languageCode: code }
    const credits = await known.credits(componentsAt(view, place), filter, job)
    const sums = new Map<Author, number>()
    for (const { author, units } of credits) sums.set(author, (sums.get(author) ?? 0) + units)
    return [...sums].sort(
      ([a, one], [b, other]) => other - one || (a.userName < b.userName ? -1 : 1),
    )
  })
  if (people?.length === 0 || (people === undefined && !isAwaited)) return null
  const title = code === undefined ? 'Who translated' : `Who translated into ${languageName(code)}`
  return part('people', isAwaited, (own) => (
    <section {...own}>
      <h2>{title}</h2>
      {people === undefined ? (
        <p class="soft small">This is being counted.</p>
      ) : (
        <>
          <ul class="names small">
            {people.slice(0, SHOWN).map(([author, units]) => (
              <li>
                <Person author={author} links={links} />{' '}
                <span class="soft">{formatNumber(units)}</span>
              </li>
            ))}
          </ul>
          {people.length > SHOWN && (
            <p class="small soft">and {counted(people.length - SHOWN, 'other')}</p>
          )}
        </>
      )}
    </section>
  ))
}
