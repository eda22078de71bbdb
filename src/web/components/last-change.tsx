import type { People } from '../../catalog/history/people/people.ts'
import type { Translation } from '../../catalog/model.ts'
import type { Links } from '../links.ts'
import { Person } from './person.tsx'
import { Time } from './words.tsx'

/** When the files of a translation changed last; nothing while that is not known. */
export function LastChangeTime({ translation: { lastChange } }: { translation: Translation }) {
  return lastChange === undefined ? null : <Time seconds={lastChange.timestamp} />
}

/** Who changed the files of a translation last; nothing while that is not known. */
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
