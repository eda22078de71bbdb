import { componentsAt } from '../../catalog/place.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import type { People } from '../../history/people/people.ts'
import type { Translation } from '../../model/model.ts'
import { type Author, sumByAuthor } from '../../people/directory.ts'
import { Time } from '../components/words.tsx'
import { languageName } from '../language-name.ts'
import type { Later } from '../later.ts'
import type { Links } from '../links.ts'
import { laterOfHistory, type PageRequest } from '../page.ts'

const SHOWN = 12
const SHOWN_IN_THANKS = 60

/** Counts the authors of a page's place by their translated strings, the most active first; none if authors are hidden. */
export function findTranslators(
  request: PageRequest,
): Promise<Later<readonly (readonly [author: Author, units: number])[]>> {
  const { catalog, view, place } = request
  return laterOfHistory(request, 'people', async (job) => {
    const people = await catalog.people(view)
    const filter = place.code === undefined ? {} : { languageCode: place.code }
    return sumByAuthor(await people.credits(componentsAt(view, place), filter, job))
  })
}

/**
 * Shows who translated how many strings of the place, the most active first; nothing if authors are hidden. Thanks name
 * more people, without numbers.
 */
export async function PeopleSection(request: PageRequest, isThanks = false) {
  const { links, part } = request
  const { code } = request.place
  const { value: people, isAwaited } = await findTranslators(request)
  if (people?.length === 0 || (people === undefined && !isAwaited)) return null
  const where = code === undefined ? '' : ` into ${languageName(code)}`
  const max = isThanks ? SHOWN_IN_THANKS : SHOWN
  return part('people', isAwaited, (attributes) => (
    <section {...attributes}>
      <h2>{isThanks ? 'Thanks to' : `Who translated${where}`}</h2>
      {people === undefined ? (
        <p class="soft small">Translators are being counted.</p>
      ) : (
        <>
          <ul class="names small">
            {people.slice(0, max).map(([author, units]) => (
              <li>
                <Person author={author} links={links} />{' '}
                {!isThanks && <span class="soft">{formatNumber(units)}</span>}
              </li>
            ))}
          </ul>
          {people.length > max && (
            <p class="small soft">and {counted(people.length - max, 'other')}</p>
          )}
        </>
      )}
    </section>
  ))
}

/** Shows a person's name, linked to their page; nothing if authors are hidden. */
export function Person({ author, links }: { author: Author | undefined; links: Links }) {
  if (author === undefined) return null
  return (
    <span>
      <a href={links.to(`user/${encodeURIComponent(author.userName)}/`)}>
        <bdi>{author.fullName}</bdi>
      </a>
    </span>
  )
}

/** Shows when the files of a translation last changed; nothing until that is known. */
export function LastChangeTime({ translation: { lastChange } }: { translation: Translation }) {
  return lastChange === undefined ? null : <Time seconds={lastChange.timestamp} />
}

/** Shows who last changed the files of a translation; nothing until that is known. */
export function lastAuthor({ lastChange }: Translation, people: People | undefined, links: Links) {
  const author = lastChange && people?.directory.find(lastChange.author)
  return <Person author={author} links={links} />
}
