import type { Credit } from '../../catalog/history/people/credits.ts'
import type { Author } from '../../people/directory.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** Returns the URL of an author; null if the author is unknown. */
export function userLink(author: Author, links: Links): string
export function userLink(author: Author | undefined, links: Links): string | null
export function userLink(author: Author | undefined, links: Links): string | null {
  return author === undefined ? null : links.api(`users/${author.userName}/`)
}

/** Returns a User with the 5 keys that other users may see. */
export function userResource(author: Author, id: number, links: Links): s.JsonOf<typeof USER> {
  return {
    id,
    full_name: author.fullName,
    username: author.userName,
    url: userLink(author, links),
    statistics_url: links.api(`users/${author.userName}/statistics/`),
  }
}

export const USER = s.resource('User', 'An author of commits.', {
  id: s.ID,
  full_name: s.STRING,
  username: s.STRING,
  url: s.LINK,
  statistics_url: s.LINK,
})

/**
 * Returns the statistics of a User: units as counted for credits, and languages with any. The other keys need a
 * database.
 */
export function userStatistics(credits: readonly Credit[]): s.JsonOf<typeof USER_STATISTICS> {
  return {
    translated: credits.reduce((sum, { units }) => sum + units, 0),
    suggested: 0,
    uploaded: 0,
    commented: 0,
    languages: new Set(credits.map(({ language }) => language.code)).size,
  }
}

export const USER_STATISTICS = s.resource(
  'UserStatistics',
  "A user's translated units, and number of languages.",
  {
    translated: s.COUNT,
    suggested: s.COUNT,
    uploaded: s.COUNT,
    commented: s.COUNT,
    languages: s.COUNT,
  },
)

/** Returns a person in `credits/`. Their email address is never shown. */
export function creditResource(author: Author, units: number): s.JsonOf<typeof CREDIT> {
  return {
    email: '',
    username: author.userName,
    full_name: author.fullName,
    change_count: units,
    date_joined: timestamp(author.since),
  }
}

export const CREDIT = s.resource(
  'Credit',
  'How many units a user translated; `email` is always empty.',
  {
    email: s.STRING,
    username: s.STRING,
    full_name: s.STRING,
    change_count: s.COUNT,
    date_joined: s.TIMESTAMP,
  },
)
