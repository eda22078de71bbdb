import { componentsAt } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import { commitsOf, type LoggedCommit, subjectOf } from '../../history/commits/commits.ts'
import type { Author } from '../../people/directory.ts'
import { commitLink } from '../components/commit.tsx'
import { linkedTitle } from '../components/linked-title.tsx'
import { Person } from '../components/person.tsx'
import { Time } from '../components/words.tsx'
import { laterOfHistory, type PageRequest } from '../page.ts'

const SHOWN = 5

/** Shows the newest commits that changed files of the place, of one author or all, with their effects. */
export async function CommitsSection(request: PageRequest, by?: Author) {
  const { catalog, view, place, links, part } = request
  const language = place.code
  const { value: shown, isAwaited } = await laterOfHistory(
    request,
    'commits',
    async ({ signal }) => {
      const people = await catalog.people(view)
      const authorsOf = ({ commit, places }: LoggedCommit) =>
        people.of(places[0]!.component, commit)
      const { historyOf } = catalog
      const isBy = (commit: LoggedCommit) => {
        const { author, coAuthors } = authorsOf(commit)
        return [author, ...coAuthors].includes(by)
      }
      const isWanted = by && isBy
      const commits = commitsOf(componentsAt(view, place), { historyOf, language, isWanted })
      const newest = commits.slice(0, SHOWN)
      return Promise.all(
        newest.map(async (commit) => ({
          ...{ ...commit.places[0]!, ...commit, author: authorsOf(commit).author },
          subject: subjectOf(commit.commit, commit.places[0]?.history),
          effect: effectText(await effectsOfCommit(commit, { language, signal })),
        })),
      )
    },
  )
  if (shown?.length === 0) return null
  const address = by ? links.to('changes/', { user: by.userName }) : links.area('changes', place)
  return part('commits', isAwaited, (attributes) => (
    <section {...attributes}>
      {linkedTitle('Recent changes', address, 'All changes')}
      {shown === undefined ? (
        <p class="soft small">
          {isAwaited ? 'Commits are being read.' : 'The commits are unknown.'}
        </p>
      ) : (
        <ul class="log">
          {shown.map(({ commit, seconds, component, subject, author, effect }) => (
            <li>
              <p dir="auto">{subject}</p>
              {effect !== undefined && (
                <p class="meta">
                  <span>{effect}</span>
                </p>
              )}
              <p class="meta">
                <Time seconds={seconds} />
                <Person author={author} links={links} />
                {commitLink(commit, component, request)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  ))
}
