import { counted, formatNumber } from '../../facts/words.ts'
import { Person } from '../components/person.tsx'
import { languageName } from '../language-name.ts'
import { findTranslators } from '../later-facts.ts'
import type { PageRequest } from '../page.ts'

const SHOWN = 12

/** Shows who translated how many strings of the place; nothing if authors are hidden. */
export async function PeopleSection(request: PageRequest) {
  const { links, part } = request
  const { code } = request.place
  const { value: people, isAwaited } = await findTranslators(request)
  if (people?.length === 0 || (people === undefined && !isAwaited)) return null
  const title = code === undefined ? 'Who translated' : `Who translated into ${languageName(code)}`
  return part('people', isAwaited, (attributes) => (
    <section {...attributes}>
      <h2>{title}</h2>
      {people === undefined ? (
        <p class="soft small">Translators are being counted.</p>
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
