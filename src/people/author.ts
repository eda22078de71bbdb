import { createHash } from 'node:crypto'
import { createWildcardTest } from '../regexp/wildcard.ts'
import { type Identity, keyOf } from './identity.ts'

/** An author or co-author of commits. */
export interface Author {
  /** In lower case; the same on every server with the same commits. */
  readonly userName: string
  /** Name in the newest commit, cut to 150 characters. */
  readonly fullName: string
  readonly isBot: boolean
  /** Time of the first commit, in seconds since 1970. */
  readonly since: number
}

/** An author or co-author in a commit, as mapped by `.mailmap`. */
export interface Sighting {
  readonly person: Identity
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** All known people. Never exposes addresses. */
export type Directory = ReturnType<typeof createDirectory>

/** The first and the last commit of a person, and how the last one names them. */
interface Span {
  first: number
  last: number
  latest: Identity
}

function spansOf(sightings: Iterable<Sighting>): Map<string, Span> {
  const spans = new Map<string, Span>()
  for (const { person, timestamp } of sightings) {
    const key = keyOf(person)
    const span = spans.get(key) ?? { first: timestamp, last: timestamp, latest: person }
    spans.set(key, span)
    span.first = Math.min(span.first, timestamp)
    if (timestamp < span.last) continue
    span.last = timestamp
    span.latest = person
  }
  return spans
}

/** Returns at most two sightings of each person, from which `createDirectory` makes the same as from all. */
export function firstAndLast(sightings: Iterable<Sighting>): Sighting[] {
  return [...spansOf(sightings).values()].flatMap(({ first, last, latest: person }) => [
    { person, timestamp: first },
    { person, timestamp: last },
  ])
}

/** Weblate's limit for names and user names. */
const MAX_NAME_LENGTH = 150

/**
 * Returns the people of some commits. Whoever was seen first has the plain user name; among those first seen in the same
 * second, the first in the list.
 */
export function createDirectory(sightings: Iterable<Sighting>, bots: readonly string[]) {
  const isBot = createBotTest(bots)
  const byKey = new Map<string, Author>()
  const byName = new Map<string, Author>()
  const spans = [...spansOf(sightings)].sort(([, a], [, b]) => a.first - b.first)
  for (const [key, { first, latest }] of spans) {
    const userName = freeName(latest.email, key, byName)
    const fullName = [...latest.name].slice(0, MAX_NAME_LENGTH).join('')
    const author = { userName, fullName, isBot: isBot(latest), since: first }
    byKey.set(key, author)
    byName.set(userName, author)
  }
  const authors: readonly Author[] = [...byKey.values()]
  return {
    /** In the order of their first commit. */
    authors,
    /** Returns the author with this name and address; undefined if there is none. */
    find: (person: Identity) => byKey.get(keyOf(person)),
    named: (userName: string) => byName.get(userName),
  }
}

/** Returns how many units each author has in all, most first, then by user name. */
export function sumByAuthor(
  counts: Iterable<{ readonly author: Author; readonly units: number }>,
): [author: Author, units: number][] {
  const sums = new Map<Author, number>()
  for (const { author, units } of counts) sums.set(author, (sums.get(author) ?? 0) + units)
  return [...sums].sort(
    ([a, aUnits], [b, bUnits]) => bUnits - aUnits || (a.userName < b.userName ? -1 : 1),
  )
}

/**
 * Derives a user name from an e-mail address: the local part in lower case (`name` of
 * `1234+name@users.noreply.example`), with `-` for characters outside `a-z0-9.+@_-`. Replaces the dots of a name that
 * has only dots, since a URL cannot end with those. An empty name becomes `unknown`.
 */
export function userNameOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = at < 0 ? '' : email.slice(at + 1).toLowerCase()
  const whole = at < 0 ? email : email.slice(0, at)
  const local = domain.startsWith('users.noreply.') ? whole.replace(/^\d+\+(?=.)/s, '') : whole
  const name = local
    .toLowerCase()
    .replace(/[^a-z0-9.+@_-]/gu, '-')
    .slice(0, MAX_NAME_LENGTH)
  if (name === '') return 'unknown'
  return /^\.+$/.test(name) ? name.replaceAll('.', '-') : name
}

/**
 * Returns the user name of an address. If it is taken, appends `-` and six hex digits of the SHA-1 of the key (the
 * address in lower case, see `keyOf`), or more digits if that name is taken too.
 */
function freeName(email: string, key: string, taken: ReadonlyMap<string, Author>): string {
  const plain = userNameOf(email)
  if (!taken.has(plain)) return plain
  const hash = createHash('sha1').update(key).digest('hex')
  let name = plain
  for (let digits = 6; taken.has(name) && digits <= hash.length; digits++) {
    name = `${plain}-${hash.slice(0, digits)}`
  }
  return name
}

/** Names and addresses of well-known programs that commit, including Weblate. */
const KNOWN_BOTS: readonly string[] = [
  '*[bot]',
  '*[bot]@*',
  'Anonymous',
  'Weblate',
  'Hosted Weblate',
  'hosted@weblate.org',
  'noreply@weblate.org',
  'noreply-*@weblate.org',
]

/** Returns a test for programs among authors, by whole name or address, ignoring case; `*` matches any text. */
export function createBotTest(patterns: readonly string[]): (person: Identity) => boolean {
  const tests = [...KNOWN_BOTS, ...patterns].map((pattern) => createWildcardTest(pattern, true))
  return ({ name, email }) => tests.some((isOne) => isOne(name) || isOne(email))
}
