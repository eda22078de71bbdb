import { commitsOf, type LoggedCommit } from '../../catalog/history/commits/commits.ts'
import type { Effect } from '../../catalog/history/commits/effects.ts'
import type { People } from '../../catalog/history/people/people.ts'
import { componentsAt } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import { counted } from '../../facts/words.ts'
import { CommitEntry } from '../components/commit-entry.tsx'
import { ListPage, pageOf } from '../components/list-page.tsx'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'

const PAGE_SIZE = 50
/** The effects of commits are the point of the page, so it waits for them. */
const MAX_WAIT_MS = 2000

/** Shows the commits that changed translations of a place and their effects, newest first. */
export async function commits(request: PageRequest): Promise<PageContent> {
  const { view, place, query, catalog, later } = request
  const components = [...new Set(componentsAt(view, place))]
  const language = place.code
  const allCommits = commitsOf(components, { historyOf: catalog.historyOf, language })
  const page = pageOf(query, allCommits, PAGE_SIZE)
  const { value: effects = new Map<string, readonly Effect[]>(), isAwaited } = await later(
    `effects ${page.start}`,
    ({ signal }) => readAll(page.items, language, signal),
    MAX_WAIT_MS,
  )
  const people = await catalog.people(view)
  const slug = place.project?.config.slug
  return {
    title: 'Commits',
    lead: (
      <p>{counted(allCommits.length, 'commit')} changed translations here, the newest first.</p>
    ),
    facts: slug === undefined ? [] : [`projects/${slug}/commits/`],
    main: (
      <ListPage
        title="Commits"
        request={request}
        isAwaited={isAwaited}
        classes="log two narrow"
        list={{
          ...page,
          empty: 'No commit is known that changed translations here.',
          entry: (commit) => (
            <CommitEffects
              commit={commit}
              effects={effects.get(commit.commit) ?? []}
              people={people}
              request={request}
            />
          ),
        }}
      />
    ),
  }
}

async function readAll(
  commits: readonly LoggedCommit[],
  language: string | undefined,
  signal: AbortSignal,
): Promise<Map<string, readonly Effect[]>> {
  const effects = new Map<string, readonly Effect[]>()
  for (const commit of commits) {
    effects.set(commit.commit, await effectsOfCommit(commit, { language, signal }))
  }
  return effects
}

/** Shows what a commit changed in each component. */
function CommitEffects({
  commit: { commit, seconds, places },
  effects,
  people,
  request,
}: {
  commit: LoggedCommit
  effects: readonly Effect[]
  people: People
  request: PageRequest
}) {
  const [first] = places
  if (first === undefined) return null
  const { author, coAuthors } = people.of(first.component, commit)
  return (
    <CommitEntry
      {...{ commit, seconds, request }}
      component={first.component}
      authors={[author, ...coAuthors]}
    >
      <ul class="meta">
        {places.map(({ component }) => {
          const text = effectText(effects.filter((effect) => effect.component === component))
          const place = componentPlace(component)
          return (
            text !== undefined && (
              <li>
                <a href={request.links.area('commits', place)}>{component.config.name}</a> {text}
              </li>
            )
          )
        })}
      </ul>
    </CommitEntry>
  )
}
