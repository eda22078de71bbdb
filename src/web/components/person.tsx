import type { People } from '../../history/people/people.ts'
import type { Translation } from '../../model/model.ts'
import type { Author } from '../../people/directory.ts'
import type { Links } from '../links.ts'
import { Time } from './words.tsx'

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

/** Shows when the files of a translation last changed; nothing until that is known. */
export function LastChangeTime({ translation: { lastChange } }: { translation: Translation }) {
  return lastChange === undefined ? null : <Time seconds={lastChange.timestamp} />
}

/** Shows who last changed the files of a translation; nothing until that is known. */
export function lastAuthor({ lastChange }: Translation, people: People | undefined, links: Links) {
  const author = lastChange && people?.directory.find(lastChange.author)
  return <Person author={author} links={links} />
}
