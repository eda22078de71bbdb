import { SEP } from '../../../formats/entry.ts'
import type { CommitAuthors } from '../../catalog/history/people/people.ts'
import type { Version } from '../../catalog/history/unit-history/read-unit-history.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { COMPLETENESS } from './completeness.ts'
import { timestamp } from './timestamp.ts'
import { SKIPPED } from './trend.ts'
import { userLink } from './user.ts'

/** One version of a unit. */
export function versionResource(
  version: Version,
  { author, coAuthors }: CommitAuthors,
  links: Links,
): s.JsonOf<typeof VERSION> {
  return {
    change: version.change,
    timestamp: timestamp(version.step.seconds),
    commit: version.step.commit,
    written_in: version.writtenIn,
    author: userLink(author, links),
    author_name: author?.fullName ?? null,
    co_authors: coAuthors.map((author) => userLink(author, links)),
    context: version.key.context,
    filename: version.filename,
    source: version.source.split(SEP),
    target: version.target.split(SEP),
    previous_source: version.previousSource,
    state: version.state ?? null,
  }
}

const VERSION = s.resource(
  'UnitVersion',
  'A version of a unit: source, target and state since a commit.',
  {
    change: s.described(
      s.oneOf('added', 'changed', 'renamed', 'removed', 'present'),
      '`present`: the unit existed when the known history begins.',
    ),
    timestamp: s.TIMESTAMP,
    commit: s.described(s.STRING, 'Commit on the served branch.'),
    written_in: s.described(s.STRING, 'For a merge: the merged commit that made the change.'),
    author: s.nullable(s.LINK),
    author_name: s.nullable(s.STRING),
    co_authors: s.arrayOf(s.LINK),
    context: s.STRING,
    filename: s.STRING,
    source: s.arrayOf(s.STRING),
    target: s.arrayOf(s.STRING),
    previous_source: s.STRING,
    state: s.nullable(s.INTEGER),
  },
)

export const UNIT_HISTORY = s.resource(
  'UnitHistory',
  'One page of the versions of a unit, and how far the history is known.',
  {
    ...s.page(VERSION).properties,
    history: COMPLETENESS,
    skipped: s.arrayOf(SKIPPED),
  },
)
