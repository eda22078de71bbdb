import type { Child } from 'hono/jsx'
import { commitsOf, type LoggedCommit, subjectOf } from '../../catalog/history/commits/commits.ts'
import type { Effect } from '../../catalog/history/commits/effects.ts'
import { componentsAt } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import type { Author } from '../../people/directory.ts'
import { CommitLink } from '../components/commit-link.tsx'
import { Person } from '../components/person.tsx'
import { Time } from '../components/words.tsx'
import { laterOfHistory, type PageRequest } from '../page.ts'

const SHOWN = 5

interface ShownCommit {
  readonly commit: LoggedCommit
  readonly subject: string
  readonly author: Author | undefined
  readonly effects: readonly Effect[]
}

/** Shows the newest commits that changed files of the place, of one author or all, with their effects. */
export async function CommitsSection(request: PageRequest, by?: Author) {
  const { catalog, view, place, links, part } = request
  const { historyOf } = catalog
  const components = componentsAt(view, place)
  const { value: shown, isAwaited } = await laterOfHistory(
    request,
    'commits',
    async ({ signal }) => {
      const people = await catalog.people(view)
      const isBy = ({ commit, places: [place] }: LoggedCommit) => {
        if (by === undefined || place === undefined) return by === undefined
        const { author, coAuthors } = people.of(place.component, commit)
        return author === by || coAuthors.includes(by)
      }
      const commits = commitsOf(components, { historyOf, language: place.code }).filter(isBy)
      const shown: ShownCommit[] = []
      for (const commit of commits.slice(0, SHOWN)) {
        const component = commit.places[0]?.component
        const author = component && people.of(component, commit.commit).author
        shown.push({
          commit,
          subject: subjectOf(commit.commit, commit.places[0]?.history),
          author,
          effects: await effectsOfCommit(commit, { language: place.code, signal }),
        })
      }
      return shown
    },
  )
  if (shown?.length === 0) return null
  return part('commits', isAwaited, (attributes) => (
    <section {...attributes}>
      <div class="bar-h">
        <h2>Recent changes</h2>
        <a
          href={by ? links.to('changes/', { user: by.userName }) : links.area('changes', place)}
          class="small"
        >
          All changes
        </a>
      </div>
      {shown === undefined ? (
        <p class="soft small">
          {isAwaited ? 'Commits are being read.' : 'The commits are unknown.'}
        </p>
      ) : (
        <ul class="log">
          {shown.map(({ commit: { commit, seconds, places }, subject, author, effects }) => (
            <LogEntry title={subject} effect={effectText(effects)} seconds={seconds}>
              <Person author={author} links={links} />
              {places[0] && (
                <CommitLink commit={commit} component={places[0].component} request={request} />
              )}
            </LogEntry>
          ))}
        </ul>
      )}
    </section>
  ))
}

/** Shows a log entry: the event, its outcome, the time and the author. */
function LogEntry({
  title,
  effect,
  seconds,
  children,
}: {
  readonly title: Child
  readonly effect?: Child
  readonly seconds: number
  /** The author and the commit. */
  readonly children?: Child
}) {
  return (
    <li>
      <p dir="auto">{title}</p>
      {effect !== undefined && (
        <p class="meta">
          <span>{effect}</span>
        </p>
      )}
      <p class="meta">
        <Time seconds={seconds} />
        {children}
      </p>
    </li>
  )
}
