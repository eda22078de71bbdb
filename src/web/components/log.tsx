import type { Child } from 'hono/jsx'
import type { Place } from '../../catalog/place.ts'
import type { Author } from '../../people/directory.ts'
import type { Links } from '../links.ts'
import { shortId, Time } from './words.tsx'

/** A person by name, with a link to what is known of them. */
export function Person({ author, links }: { readonly author: Author; readonly links: Links }) {
  return (
    <a href={links.to(`user/${encodeURIComponent(author.userName)}/`)}>
      <bdi>{author.fullName}</bdi>
    </a>
  )
}

/** A commit by its short id; leads to what it did: the comparison with its parent. */
export function CommitLink({
  commit,
  place,
  links,
}: {
  readonly commit: string
  readonly place: Place
  readonly links: Links
}) {
  const { project, component } = place
  if (project === undefined) return <span class="oid">{shortId(commit)}</span>
  const compared = { project, component, category: undefined, code: undefined }
  return (
    <a
      href={links.area('compare', compared, { ref: undefined, base: `${commit}^`, head: commit })}
      class="oid"
      title="What this commit did"
    >
      {shortId(commit)}
    </a>
  )
}

/** An entry of a log: what, what came of it, when and by whom. */
export function LogEntry({
  title,
  effect,
  seconds,
  children,
}: {
  readonly title: Child
  readonly effect?: Child
  readonly seconds: number
  /** Who, and the commit. */
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
