import { commitsOf, type LoggedCommit } from '../../catalog/history/commits/commits.ts'
import type { Effect } from '../../catalog/history/commits/effects.ts'
import { effectsOfCommit } from '../../facts/effects.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { paginate, wantedPart } from '../pagination.ts'
import { commitResource, TRANSLATION_COMMIT } from '../resources/commit.ts'
import { pageParameters } from '../schema/parameters.ts'
import { page } from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

/** Commits are listed newest first. Only the changes of those on the page are computed. */
export const commitEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'commits',
  whole(page(TRANSLATION_COMMIT), {
    name: 'Commits',
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
      const effects = new Map<LoggedCommit, readonly Effect[]>()
      for (const [index, commit] of commits.slice(start, start + size).entries()) {
        request.progress(index, size, 'commits')
        effects.set(commit, await effectsOfCommit(commit, { language, signal }))
      }
      const item = (index: number) => {
        const commit = commits[index] as LoggedCommit
        const { component } = commit.places[0]!
        const about = {
          effects: effects.get(commit) ?? [],
          people: people.of(component, commit.commit),
        }
        return commitResource(commit, about, links)
      }
      return { json: paginate({ count: commits.length, item }, request) }
    },
  }),
)
