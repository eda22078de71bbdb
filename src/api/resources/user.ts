import type { Credit } from '../../catalog/history/people/credits.ts'
import type { Author } from '../../people/directory.ts'
import type { Links } from '../links.ts'
import type { Json } from '../rendering/json.ts'
import { COUNT, INTEGER, LINK, type Resource, STRING, TIMESTAMP } from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** Where an author of commits is described; null where nobody is known. */
export function userLink(author: Author | undefined, links: Links): string | null {
  return author === undefined ? null : links.api(`users/${author.userName}/`)
}

/** A User as others see it, 5 keys. */
export function userResource(author: Author, id: number, links: Links): Json {
  return {
    id,
    full_name: author.fullName,
    username: author.userName,
    url: userLink(author, links),
    statistics_url: links.api(`users/${author.userName}/statistics/`),
  }
}

export const USER: Resource = {
  name: 'User',
  description: 'An author of commits.',
  properties: {
    id: INTEGER,
    full_name: STRING,
    username: STRING,
    url: LINK,
    statistics_url: LINK,
  },
}

/** The statistics of a User: units as credits count them, and languages with any; the rest needs a database. */
export function userStatistics(credits: readonly Credit[]): Json {
  return {
    translated: credits.reduce((sum, { units }) => sum + units, 0),
    suggested: 0,
    uploaded: 0,
    commented: 0,
    languages: new Set(credits.map(({ language }) => language.code)).size,
  }
}

export const USER_STATISTICS: Resource = {
  name: 'UserStatistics',
  description: 'What somebody did: units translated, in how many languages.',
  properties: {
    translated: COUNT,
    suggested: COUNT,
    uploaded: COUNT,
    commented: COUNT,
    languages: COUNT,
  },
}

/** One person in `credits/`. The address is never shown. */
export function creditResource(author: Author, units: number): Json {
  return {
    email: '',
    username: author.userName,
    full_name: author.fullName,
    change_count: units,
    date_joined: timestamp(author.since),
  }
}

export const CREDIT: Resource = {
  name: 'Credit',
  description: 'How much somebody translated; the address is never shown.',
  properties: {
    email: STRING,
    username: STRING,
    full_name: STRING,
    change_count: COUNT,
    date_joined: TIMESTAMP,
  },
}
