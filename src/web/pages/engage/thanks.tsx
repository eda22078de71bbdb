import type { Component } from '../../../catalog/model.ts'
import type { Author } from '../../../people/directory.ts'
import type { PageRequest } from '../../page.ts'

/** People that are named; the rest is at `credits/`. */
const MAX_NAMED = 60

/** Who translated, most first; nobody where authors are not shown. */
export async function Thanks({
  request: { catalog, view, place, later, links, part },
  components,
}: {
  readonly request: PageRequest
  readonly components: readonly Component[]
}) {
  const { value: credits = [], isAwaited } = await later('credits', async (job) => {
    const people = await catalog.people(view)
    const filter = place.code === undefined ? {} : { languageCode: place.code }
    return people.credits(components, filter, job)
  })
  const units = new Map<Author, number>()
  for (const one of credits) units.set(one.author, (units.get(one.author) ?? 0) + one.units)
  const named = [...units].sort(([, a], [, b]) => b - a).slice(0, MAX_NAMED)
  if (named.length === 0 && !isAwaited) return null
  return part('thanks', isAwaited, (own) => (
    <section hidden={isAwaited} {...own}>
      <h2>Thanks to</h2>
      <ul class="names small">
        {named.map(([author]) => (
          <li>
            <a href={links.to(`user/${encodeURIComponent(author.userName)}/`)}>
              <bdi>{author.fullName}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  ))
}
