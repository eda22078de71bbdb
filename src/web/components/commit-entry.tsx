import type { Child } from 'hono/jsx'
import { subjectOf } from '../../catalog/history/commits/commits.ts'
import type { Component } from '../../catalog/model.ts'
import type { Author } from '../../people/directory.ts'
import type { PageRequest } from '../page.ts'
import { commitLink } from './commit-link.tsx'
import { Person } from './person.tsx'
import { Time } from './words.tsx'

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
