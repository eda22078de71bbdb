import type { Credit } from '../../history/people/credits.ts'
import type { Author } from '../../people/author.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { linkBelow, OWN_LINK, timestamp } from './fields.ts'

/** An author who may be unknown: the URL, null then. */
export function userLink(author: Author | undefined, links: Links): string | null {
  return author === undefined ? null : links.api(userPath(author))
}

function userPath({ userName }: Author): string {
  return `users/${userName}/`
}

/** The author of a commit, if known. */
export const AUTHOR = {
  author: [
    s.nullable(s.LINK),
    ({ author, links }: Authored): string | null => userLink(author, links),
  ],
  author_name: [
    s.nullable(s.STRING),
    ({ author }: Authored): string | null => author?.fullName ?? null,
  ],
} as const

interface Authored {
  readonly author: Author | undefined
  readonly links: Links
}

/** The co-authors of a commit. */
export const CO_AUTHORS = [
  s.arrayOf(s.LINK),
  ({ coAuthors, links }: { coAuthors: readonly Author[]; links: Links }): string[] =>
    coAuthors.map((author) => links.api(userPath(author))),
] as const

/** A User with the 5 keys that other users may see. */
export const USER = s.shown(
  'User',
  'An author of commits.',
  (author: Author, id: number, links: Links) => ({ ...author, id, links, path: userPath(author) }),
  {
    id: s.ID,
    full_name: s.STRING,
    username: [s.STRING, ({ userName }) => userName],
    url: OWN_LINK,
    statistics_url: linkBelow('statistics/'),
  },
)

/** The statistics of a User: units as counted for credits, and languages with any. The other keys need a database. */
export const USER_STATISTICS = s.shown(
  'UserStatistics',
  "A user's translated units, and number of languages.",
  (credits: readonly Credit[]) => credits,
  {
    translated: [s.COUNT, (credits) => credits.reduce((sum, { units }) => sum + units, 0)],
    suggested: [s.COUNT, () => 0],
    uploaded: [s.COUNT, () => 0],
    commented: [s.COUNT, () => 0],
    languages: [s.COUNT, (credits) => new Set(credits.map(({ language }) => language.code)).size],
  },
)

/** A person in `credits/`. Their email address is never shown. */
export const CREDIT = s.shown(
  'Credit',
  'How many units a user translated; `email` is always empty.',
  (author: Author, changeCount: number) => ({ ...author, changeCount }),
  {
    email: [s.STRING, () => ''],
    username: [s.STRING, ({ userName }) => userName],
    full_name: s.STRING,
    change_count: s.COUNT,
    date_joined: [s.TIMESTAMP, ({ since }) => timestamp(since)],
  },
)
