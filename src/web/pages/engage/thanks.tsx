import { Person } from '../../components/person.tsx'
import type { PageRequest } from '../../page.ts'
import { findTranslators } from '../../translators.ts'

/** People that are named; the rest is at `credits/`. */
const MAX_NAMED = 60

/** Who translated, most first; nobody where authors are not shown. */
export async function Thanks({ request }: { request: PageRequest }) {
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
