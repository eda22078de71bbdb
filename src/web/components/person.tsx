import type { Author } from '../../people/directory.ts'
import type { Links } from '../links.ts'

/** Shows a person's name, linked to their page; nothing if authors are hidden. */
export function Person({ author, links }: { author: Author | undefined; links: Links }) {
  if (author === undefined) return null
  return (
    <span>
      <a href={links.to(`user/${encodeURIComponent(author.userName)}/`)}>
        <bdi>{author.fullName}</bdi>
      </a>
    </span>
  )
}
