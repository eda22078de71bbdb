import { componentsAt } from '../../catalog/place.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import type { People } from '../../history/people/people.ts'
import type { Translation } from '../../model/model.ts'
import { type Author, type Directory, sumByAuthor } from '../../people/author.ts'
import { languageName } from '../language-name.ts'
import type { Links } from '../links.ts'
import { type Later, laterOfHistory, type PageRequest } from '../page.ts'

const SHOWN_PEOPLE = 12
const SHOWN_IN_THANKS = 60
const MAX_OFFERED = 500

/** Counts the authors of a page's place by their translated strings, the most active first; none if authors are hidden. */
export function findTranslators(
  request: PageRequest,
): Promise<Later<readonly (readonly [author: Author, units: number])[]>> {
  const { catalog, view, place } = request
  return laterOfHistory(request, 'people', async (job) => {
    const people = await catalog.people(view)
    const filter = { languageCode: place.code }
    return sumByAuthor(await people.credits(componentsAt(view, place), filter, job))
  })
}

/** Shows the most active translators with their strings, unless authors are hidden; thanks name more, uncounted. */
export async function PeopleSection(request: PageRequest, isThanks = false) {
  const { links, part } = request
  const { code } = request.place
  const { value: people, isAwaited } = await findTranslators(request)
  if (people?.length === 0 || (people === undefined && !isAwaited)) return null
  const where = code === undefined ? '' : ` into ${languageName(code)}`
  const max = isThanks ? SHOWN_IN_THANKS : SHOWN_PEOPLE
  const rest = (people?.length ?? 0) - max
  return part('people', isAwaited, (attributes) => (
    <section {...attributes}>
      <h2>{isThanks ? 'Thanks to' : `Who translated${where}`}</h2>
      {people === undefined ? (
        <p class="soft small">Translators are being counted.</p>
      ) : (
        <ul class="names small">
          {people.slice(0, max).map(([author, units]) => (
            <li>
              <Person author={author} links={links} />{' '}
              {!isThanks && <span class="soft">{formatNumber(units)}</span>}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p class="small soft">and {counted(rest, 'other')}</p>}
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

/** Shows the field of a filter for a person's user name; nothing if authors are hidden. */
export function personField({ authors }: Directory, query: URLSearchParams) {
  return (
    authors.length > 0 && (
      <label>
        Who
        <input name="user" list="people" value={query.get('user') ?? ''} placeholder="anybody" />
        <datalist id="people">
          {authors.slice(0, MAX_OFFERED).map(({ userName, fullName }) => (
            <option value={userName}>{fullName}</option>
          ))}
        </datalist>
      </label>
    )
  )
}

/** Shows who last changed the files of a translation; nothing until that is known. */
export function lastAuthor({ lastChange }: Translation, people: People | undefined, links: Links) {
  const author = lastChange && people?.directory.find(lastChange.author)
  return <Person author={author} links={links} />
}
