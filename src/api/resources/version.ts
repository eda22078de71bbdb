import { SEP } from '../../../formats/format.ts'
import type { CommitAuthors } from '../../catalog/history/people/credits.ts'
import type { Version } from '../../catalog/history/unit-history/read-unit-history.ts'
import type { Links } from '../links.ts'
import type { Json } from '../rendering/json.ts'
import {
  arrayOf,
  described,
  INTEGER,
  LINK,
  nullable,
  page,
  type Resource,
  STRING,
  TIMESTAMP,
} from '../schema/schema.ts'
import { COMPLETENESS } from './completeness.ts'
import { timestamp } from './timestamp.ts'
import { SKIPPED } from './trend.ts'
import { userLink } from './user.ts'

/** One version of a unit. */
export function versionResource(
  version: Version,
  { author, coAuthors }: CommitAuthors,
  links: Links,
): Json {
  return {
    change: version.change,
    timestamp: timestamp(version.step.seconds),
    commit: version.step.commit,
    written_in: version.writtenIn,
    author: userLink(author, links),
    author_name: author?.fullName ?? null,
    co_authors: coAuthors.map((one) => userLink(one, links)),
    context: version.key.context,
    filename: version.filename,
    source: version.source.split(SEP),
    target: version.target.split(SEP),
    previous_source: version.previousSource,
    state: version.state ?? null,
  }
}

const VERSION: Resource = {
  name: 'UnitVersion',
  description: 'A version of a unit: what its source, target and state were from a commit on.',
  properties: {
    change: {
      type: 'string',
      enum: ['added', 'changed', 'renamed', 'removed', 'present'],
      description: '`present`: it was there where known history begins.',
    },
    timestamp: TIMESTAMP,
    commit: described(STRING, 'On the branch that is served.'),
    written_in: described(STRING, 'Of a merge: the commit it brought.'),
    author: nullable(LINK),
    author_name: nullable(STRING),
    co_authors: arrayOf(LINK),
    context: STRING,
    filename: STRING,
    source: arrayOf(STRING),
    target: arrayOf(STRING),
    previous_source: STRING,
    state: nullable(INTEGER),
  },
}

export const UNIT_HISTORY: Resource = {
  name: 'UnitHistory',
  description: 'One page of the versions of a unit, and what is not known of them.',
  properties: {
    ...page(VERSION).properties,
    history: COMPLETENESS,
    skipped: arrayOf(SKIPPED),
  },
}
