import { componentsAt } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import { counted } from '../../facts/format-numbers.ts'
import { commitsOf, type LoggedCommit } from '../../history/commits/commits.ts'
import type { Effect } from '../../history/commits/effects.ts'
import { listPage, pageOf } from '../components/list-page.tsx'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { commitEntry } from '../sections/commits.tsx'

const PAGE_SIZE = 50
/** The effects of commits are the point of the page, so it waits for them. */
const MAX_WAIT_MS = 2000

/** Shows the commits that changed translations of a place and their effects, newest first. */
export async function commits(request: PageRequest): Promise<PageContent> {
  const { view, place, query, catalog, later, links } = request
  const components = componentsAt(view, place)
  const language = place.code
  const allCommits = commitsOf(components, { historyOf: catalog.historyOf, language })
  const list = pageOf(query, allCommits, PAGE_SIZE)
  const { value: effects, isAwaited } = await later(
    `effects ${list.start}`,
    async ({ signal }) => {
      const effects = new Map<string, readonly Effect[]>()
      for (const commit of list.items) {
        effects.set(commit.commit, await effectsOfCommit(commit, language, signal))
      }
      return effects
    },
    MAX_WAIT_MS,
  )
  const people = await catalog.people(view)
  const entry = ({ commit, seconds, places }: LoggedCommit) => {
    const { component } = places[0]!
    const { author, coAuthors } = people.of(component, commit)
    const ofCommit = effects?.get(commit) ?? []
    const texts = places.map(({ component }) => {
      const text = effectText(ofCommit.filter((effect) => effect.component === component))
      const address = links.area('commits', componentPlace(component))
      return (
        text !== undefined && (
          <li>
            <a href={address}>{component.config.name}</a> {text}
          </li>
        )
      )
    })
    // Who commits with two addresses is often a co-author, too.
    const others = coAuthors.filter(({ fullName }) => fullName !== author?.fullName)
    const authors = [author, ...others]
    return commitEntry(
      { commit, seconds, component },
      authors,
      request,
      <ul class="meta">{texts}</ul>,
    )
  }
  const slug = place.project?.config.slug
  return {
    title: 'Commits',
    lead: `${counted(allCommits.length, 'commit')} changed translations here, the newest first.`,
    facts: slug === undefined ? [] : [`projects/${slug}/commits/`],
    main: listPage(request, list, entry, {
      ...{ isAwaited, empty: 'No commit is known that changed translations here.' },
    }),
  }
}
