import { type LoggedCommit, subjectOf } from '../../catalog/history/commits/commits.ts'
import type { Effect } from '../../catalog/history/commits/effects.ts'
import type { CommitAuthors } from '../../catalog/history/people/people.ts'
import { encodedPlaceOf } from '../../catalog/paths.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'
import { userLink } from './user.ts'

/** Returns a commit that changed translation files, with its changes. */
export function commitResource(
  commit: LoggedCommit,
  { effects, people }: { readonly effects: readonly Effect[]; readonly people: CommitAuthors },
  links: Links,
): s.JsonOf<typeof TRANSLATION_COMMIT> {
  const { author, coAuthors } = people
  return {
    commit: commit.commit,
    subject: subjectOf(commit.commit, commit.places[0]?.history),
    timestamp: timestamp(commit.seconds),
    author: userLink(author, links),
    author_name: author?.fullName ?? null,
    co_authors: coAuthors.map((author) => userLink(author, links)),
    effects: effects.map((effect) => ({
      component: links.api(`components/${encodedPlaceOf(effect.component)}/`),
      language_code: effect.language?.code ?? null,
      translated: effect.translated,
      reworded: effect.reworded,
      lost: effect.lost,
      added: effect.added,
      source_changed: effect.sourceChanged,
      parse_errors: effect.failed,
    })),
  }
}

const EFFECT = s.resource('CommitEffect', 'What a commit did to a translation, in strings.', {
  component: s.LINK,
  language_code: s.described(s.nullable(s.STRING), 'Null if the commit affects all languages.'),
  translated: s.described(s.COUNT, 'Strings that are newly translated.'),
  reworded: s.COUNT,
  lost: s.described(s.COUNT, 'Strings that are no longer translated, or now need editing.'),
  added: s.described(s.COUNT, 'New strings without a translation, or in the source language.'),
  source_changed: s.described(s.COUNT, 'Translated strings whose source changed.'),
  parse_errors: s.described(s.COUNT, 'Files that could not be parsed.'),
})

export const TRANSLATION_COMMIT = s.resource(
  'TranslationCommit',
  'A commit of the served branch that changed files of translations.',
  {
    commit: s.STRING,
    subject: s.described(s.STRING, 'First line of the message.'),
    timestamp: s.TIMESTAMP,
    author: s.nullable(s.LINK),
    author_name: s.nullable(s.STRING),
    co_authors: s.arrayOf(s.LINK),
    effects: s.arrayOf(EFFECT),
  },
)
