import { componentsAt } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import { commitsOf, type LoggedCommit, subjectOf } from '../../history/commits/commits.ts'
import type { Component } from '../../model/model.ts'
import type { Author } from '../../people/directory.ts'
import { commitLink } from '../components/commit.tsx'
import { linkedTitle } from '../components/linked-title.tsx'
import { Person } from '../components/person.tsx'
import { Time } from '../components/words.tsx'
import { laterOfHistory, type PageRequest } from '../page.ts'

const SHOWN = 5

interface ShownCommit extends LoggedCommit {
  readonly component: Component
  readonly subject: string
  readonly author: Author | undefined
  readonly effect: string | undefined
}

/** Shows the newest commits that changed files of the place, of one author or all, with their effects. */
export async function CommitsSection(request: PageRequest, by?: Author) {
  const { catalog, view, place, links, part } = request
  const language = place.code
  const { value: shown, isAwaited } = await laterOfHistory(
    request,
    'commits',
    async ({ signal }) => {
      const people = await catalog.people(view)
      const commits = commitsOf(componentsAt(view, place), {
        historyOf: catalog.historyOf,
        language,
      })
      const shown: ShownCommit[] = []
      for (const commit of commits) {
        const { component, history } = commit.places[0]!
        const { author, coAuthors } = people.of(component, commit.commit)
        if (by !== undefined && author !== by && !coAuthors.includes(by)) continue
        const effect = effectText(await effectsOfCommit(commit, { language, signal }))
        const subject = subjectOf(commit.commit, history)
        shown.push({ ...commit, component, subject, author, effect })
        if (shown.length === SHOWN) break
      }
      return shown
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
