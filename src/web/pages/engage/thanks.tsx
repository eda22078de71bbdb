import { Person } from '../../components/person.tsx'
import { findTranslators } from '../../later-facts.ts'
import type { PageRequest } from '../../page.ts'

/** How many people are named; `credits/` has the rest. */
const MAX_NAMED = 60

/** Lists translators, the most active first; nobody if authors are hidden. */
export async function thanks(request: PageRequest) {
  const { value = [], isAwaited } = await findTranslators(request)
  if (value.length === 0 && !isAwaited) return null
  return request.part('thanks', isAwaited, (attributes) => (
    <section hidden={isAwaited} {...attributes}>
      <h2>Thanks to</h2>
      <ul class="names small">
        {value.slice(0, MAX_NAMED).map(([author]) => (
          <li>
            <Person author={author} links={request.links} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
