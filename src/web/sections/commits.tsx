import type { Child } from 'hono/jsx'
import { componentsAt, NOWHERE } from '../../catalog/place.ts'
import { effectsOfCommit, effectText } from '../../facts/effects.ts'
import type { Change } from '../../history/changes/change.ts'
import { commitsOf, type LoggedCommit, parentOf, subjectOf } from '../../history/commits/commits.ts'
import type { Job } from '../../jobs.ts'
import type { Component } from '../../model/model.ts'
import type { Author } from '../../people/author.ts'
import { linkedTitle, shortId, Time } from '../components/words.tsx'
import { laterOfHistory, type PageRequest } from '../page.ts'
import { Person } from './people.tsx'

const SHOWN_COMMITS = 5

/** Shows the newest commits that changed files of the place, of one author or all, with their effects. */
export async function CommitsSection(request: PageRequest, by?: Author) {
  const { catalog, view, place, links, part } = request
  const { code: language } = place
  const read = async ({ signal }: Job) => {
    const people = await catalog.people(view)
    const authorsOf = ({ commit, places }: LoggedCommit) => {
      const { author, coAuthors } = people.of(places[0]!.component, commit)
      return [author, ...coAuthors]
    }
    const { historyOf } = catalog
    const isWanted = by && ((commit: LoggedCommit) => authorsOf(commit).includes(by))
    const commits = commitsOf(componentsAt(view, place), { historyOf, language, isWanted })
    return Promise.all(
      commits.slice(0, SHOWN_COMMITS).map(async (commit) => ({
        ...{ ...commit.places[0]!, ...commit, author: authorsOf(commit)[0] },
        subject: subjectOf(commit.commit, commit.places[0]?.history),
        effect: effectText(await effectsOfCommit(commit, language, signal)),
      })),
    )
  }
  const { value: shown, isAwaited } = await laterOfHistory(request, 'commits', read)
  if (shown?.length === 0) return null
  const address = by ? links.to('changes/', { user: by.userName }) : links.area('changes', place)
  const unknown = isAwaited ? 'Commits are being read.' : 'The commits are unknown.'
  const entries = shown?.map(({ commit, seconds, component, subject, author, effect }) => (
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
  ))
  return part('commits', isAwaited, (attributes) => (
    <section {...attributes}>
      {linkedTitle('Recent changes', address, 'All changes')}
      {entries === undefined ? <p class="soft small">{unknown}</p> : <ul class="log">{entries}</ul>}
    </section>
  ))
}

/** Shows a commit, linked to its comparison with its parent. A root commit has no link. */
export function commitLink(commit: string, component: Component, { links, catalog }: PageRequest) {
  const id = shortId(commit)
  const parent = parentOf(commit, catalog.historyOf(component))
  if (parent === undefined) return <span class="oid">{id}</span>
  const project = { ...NOWHERE, project: component.project }
  const address = links.area('compare', project, { ref: undefined, base: parent, head: commit })
  return (
    <a href={address} class="oid" aria-label={`What commit ${id} did`}>
      {id}
    </a>
  )
}

/** Shows a commit in a list: its date, subject and authors, as far as known, followed by its effects on components. */
export function commitEntry(
  { commit, seconds, component }: Pick<Change, 'commit' | 'seconds' | 'component'>,
  authors: readonly (Author | undefined)[],
  request: PageRequest,
  effects: Child,
) {
  return (
    <li>
      <div>
        <p class="small">
          <Time seconds={seconds} />
        </p>
        <p class="small">{commitLink(commit, component, request)}</p>
      </div>
      <div>
        <h2 class="subj" dir="auto">
          {subjectOf(commit, request.catalog.historyOf(component))}
        </h2>
        <p class="meta">
          {authors.map((author) => (
            <Person author={author} links={request.links} />
          ))}
        </p>
        {effects}
      </div>
    </li>
  )
}
