import type { Child } from 'hono/jsx'
import { NOWHERE } from '../../catalog/place.ts'
import { parentOf, subjectOf } from '../../history/commits/commits.ts'
import type { Component } from '../../model/model.ts'
import type { Author } from '../../people/directory.ts'
import type { PageRequest } from '../page.ts'
import { Person } from './person.tsx'
import { shortId, Time } from './words.tsx'

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

/** Shows a commit in a list: its date, subject and authors, followed by its effects. */
export function CommitEntry({
  commit,
  seconds,
  component,
  authors,
  request,
  children,
}: {
  readonly commit: string
  readonly seconds: number
  /** A component that the commit changed. */
  readonly component: Component
  /** The authors; undefined entries are skipped. */
  readonly authors: readonly (Author | undefined)[]
  readonly request: PageRequest
  readonly children: Child
}) {
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
        {children}
      </div>
    </li>
  )
}
