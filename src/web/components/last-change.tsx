import type { People } from '../../catalog/history/people/people.ts'
import type { Translation } from '../../catalog/model.ts'
import type { Links } from '../links.ts'
import { Person } from './log.tsx'
import { Time } from './words.tsx'

/** When the files of a translation changed last, and by whom as far as that is known. */
export function LastChange({
  translation: { lastChange },
  people,
  links,
}: {
  readonly translation: Translation
  readonly people: People | undefined
  readonly links: Links
}) {
  if (lastChange === undefined) return null
  const author = people?.directory.find(lastChange.author)
  return (
    <>
      <Time seconds={lastChange.timestamp} />
      {author && (
        <>
          {', '}
          <Person author={author} links={links} />
        </>
      )}
    </>
  )
}
