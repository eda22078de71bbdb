import type { People } from '../../catalog/history/people/people.ts'
import type { Translation } from '../../catalog/model.ts'
import type { Links } from '../links.ts'
import { Person } from './person.tsx'
import { Time } from './words.tsx'

/** Shows when the files of a translation last changed; nothing until that is known. */
export function LastChangeTime({ translation: { lastChange } }: { translation: Translation }) {
  return lastChange === undefined ? null : <Time seconds={lastChange.timestamp} />
}

/** Shows who last changed the files of a translation; nothing until that is known. */
export function LastAuthor({
  translation: { lastChange },
  people,
  links,
}: {
  translation: Translation
  people: People | undefined
  links: Links
}) {
  const author = lastChange && people?.directory.find(lastChange.author)
  return <Person author={author} links={links} />
}
