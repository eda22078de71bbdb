import type { Author } from '../../people/directory.ts'
import type { Links } from '../links.ts'

/** A person by name, with a link to what is known of them; nothing where nobody is shown. */
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
