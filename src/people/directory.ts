import { createBotTest } from './bots.ts'
import { type Identity, keyOf } from './identity.ts'
import { createNaming } from './user-name.ts'

/** An author or co-author of commits. */
export interface Author {
  /** In lower case; the same on every server with the same commits. */
  readonly userName: string
  /** From the newest commit seen, at most 150 characters. */
  readonly fullName: string
  readonly isBot: boolean
  /** Time of the first commit seen, in seconds since 1970. */
  readonly since: number
}

/** An author or co-author in a commit, as `.mailmap` maps them. */
export interface Sighting {
  readonly person: Identity
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** All known people. Addresses are never exposed. */
export interface Directory {
  /** In the order in which they were first seen. */
  readonly authors: readonly Author[]
  /** The author with this name and address; undefined if there is none. */
  find(person: Identity): Author | undefined
  named(userName: string): Author | undefined
}

const MAX_NAME_LENGTH = 150

/** The people of some commits, which must be in order, as user names depend on it. */
export function createDirectory(
  sightings: Iterable<Sighting>,
  { bots }: { readonly bots: readonly string[] },
): Directory {
  const seen = new Map<string, { first: number; last: number; latest: Identity }>()
  for (const { person, timestamp } of sightings) {
    const key = keyOf(person)
    const known = seen.get(key)
    if (known === undefined) {
      seen.set(key, { first: timestamp, last: timestamp, latest: person })
      continue
    }
    known.first = Math.min(known.first, timestamp)
    if (timestamp < known.last) continue
    known.last = timestamp
    known.latest = person
  }
  const isBot = createBotTest(bots)
  const nameFor = createNaming()
  const byKey = new Map<string, Author>()
  const byName = new Map<string, Author>()
  for (const [key, { first, latest }] of seen) {
    const userName = nameFor(latest.email, key)
    const fullName = [...latest.name].slice(0, MAX_NAME_LENGTH).join('')
    const author = { userName, fullName, isBot: isBot(latest), since: first }
    byKey.set(key, author)
    byName.set(userName, author)
  }
  return {
    authors: [...byKey.values()],
    find: (person) => byKey.get(keyOf(person)),
    named: (userName) => byName.get(userName),
  }
}
