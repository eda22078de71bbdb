import { effectsOfCommit } from '../../facts/effects.ts'
import { commitsOf, type LoggedCommit, subjectOf } from '../../history/commits/commits.ts'
import type { Effect } from '../../history/commits/effects.ts'
import type { CommitAuthors } from '../../history/people/people.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import type { Links } from '../links.ts'
import { paginate, wantedPart } from '../pagination.ts'
import { JsonList } from '../rendering/json.ts'
import { timestamp } from '../resources/fields.ts'
import { AUTHOR, CO_AUTHORS } from '../resources/user.ts'
import { pageParameters } from '../schema/parameters.ts'
import * as s from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

const EFFECT = s.shown(
  'CommitEffect',
  'What a commit did to a translation, in strings.',
  (effect: Effect, links: Links) => ({ ...effect, links }),
  {
    component: [
      s.LINK,
      ({ component, links }) => links.api(`components/${encodedPlaceOf(component)}/`),
    ],
    language_code: [
      s.described(s.nullable(s.STRING), 'Null if the commit affects all languages.'),
      ({ language }) => language?.code ?? null,
    ],
    translated: s.described(s.COUNT, 'Strings that are newly translated.'),
    reworded: s.COUNT,
    lost: s.described(s.COUNT, 'Strings that are no longer translated, or now need editing.'),
    added: s.described(s.COUNT, 'New strings without a translation, or in the source language.'),
    source_changed: s.described(s.COUNT, 'Translated strings whose source changed.'),
    parse_errors: [s.described(s.COUNT, 'Files that could not be parsed.'), ({ failed }) => failed],
  },
)

const TRANSLATION_COMMIT = s.shown(
  'TranslationCommit',
  'A commit of the served branch that changed files of translations.',
  (commit: LoggedCommit, effects: readonly Effect[], authors: CommitAuthors, links: Links) => {
    return { ...commit, effects, ...authors, links }
  },
  {
    commit: s.STRING,
    subject: [
      s.described(s.STRING, 'First line of the message.'),
      ({ commit, places }) => subjectOf(commit, places[0]?.history),
    ],
    timestamp: [s.TIMESTAMP, ({ seconds }) => timestamp(seconds)],
    ...AUTHOR,
    co_authors: CO_AUTHORS,
    effects: [
      s.arrayOf(EFFECT),
      ({ effects, links }) => effects.map((effect) => EFFECT.json(effect, links)),
    ],
  },
)

/** Commits are listed newest first. Only the changes of those on the page are computed. */
export const commitEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'commits',
  whole(s.page(TRANSLATION_COMMIT), {
    summary: 'Commits that changed files of a {scope}, newest first, with their effects.',
    needs: 'history',
    isOwn: true,
    needsJob: () => true,
    query: pageParameters(),
    async get(request) {
      const { components, translation } = scopeOf(request)
      const { catalog, view, links, query, signal } = request
      const { historyOf } = catalog
      const language = translation?.language.code
      const commits = commitsOf(components, { historyOf, language })
      const people = await catalog.people(view)
      const { start, size } = wantedPart(query, commits.length)
      const page = commits.slice(start, start + size)
      const effects = new Map<LoggedCommit, readonly Effect[]>()
      for (const [index, commit] of page.entries()) {
        request.progress(index, size, 'commits')
        effects.set(commit, await effectsOfCommit(commit, language, signal))
      }
      const list = new JsonList(commits.length, (index) => {
        const commit = page[index - start]!
        const { component } = commit.places[0]!
        const authors = people.of(component, commit.commit)
        return TRANSLATION_COMMIT.json(commit, effects.get(commit) ?? [], authors, links)
      })
      return { json: paginate(list, request) }
    },
  }),
)
