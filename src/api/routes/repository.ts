import type { Component } from '../../model/model.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import { componentOf, type Endpoints, LIST, projectOf, whole } from '../endpoint.ts'
import { translationPath } from '../resources/translation.ts'
import * as s from '../schema/schema.ts'
import { inScopes, scopeOf } from '../scope.ts'

type Commit = NonNullable<Component['commit']>

/** Omits email addresses: otherwise those of all committers could be harvested. */
const COMMIT = s.shown('Commit', 'A commit of Git.', (commit: Commit) => commit, {
  revision: [s.STRING, ({ oid }) => oid],
  shortrevision: [s.STRING, ({ oid }) => oid.slice(0, 7)],
  author: [s.STRING, ({ author }) => `${author.name} <>`],
  author_name: [s.STRING, ({ author }) => author.name],
  author_email: [s.STRING, () => ''],
  authordate: [s.TIMESTAMP, ({ author }) => isoDate(author)],
  commit: [s.STRING, ({ committer }) => `${committer.name} <>`],
  commit_name: [s.STRING, ({ committer }) => committer.name],
  commit_email: [s.STRING, () => ''],
  commitdate: [s.TIMESTAMP, ({ committer }) => isoDate(committer)],
  message: [s.STRING, ({ message }) => message.trimEnd()],
  summary: [
    s.described(s.STRING, 'The first line of the message.'),
    ({ message }) => message.split('\n', 1)[0] ?? '',
  ],
})

/** Formats the person's local time with its offset from UTC. */
function isoDate({ timestamp, utcOffset }: Commit['author']): string {
  const local = new Date((timestamp + utcOffset * 60) * 1000).toISOString().slice(0, 19)
  const minutes = Math.abs(utcOffset)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}${utcOffset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const UP_TO_DATE = {
  needs_commit: [s.BOOLEAN, () => false] as const,
  needs_merge: [s.BOOLEAN, () => false] as const,
  needs_push: [s.BOOLEAN, () => false] as const,
  url: s.LINK,
}

const PROJECT_REPOSITORY = s.shown(
  'ProjectRepository',
  "State of the repositories of a project, always the remote's: there are no local changes.",
  (url: string) => ({ url }),
  UP_TO_DATE,
)

const REPOSITORY = s.shown(
  'Repository',
  "State of a repository, always the remote's: there are no local changes.",
  ({ commit, branch }: Component, url: string) => {
    return { branch, url, shown: commit === undefined ? null : COMMIT.json(commit) }
  },
  {
    ...UP_TO_DATE,
    remote_commit: [s.nullable(COMMIT), ({ shown }) => shown],
    weblate_commit: [s.nullable(COMMIT), ({ shown }) => shown],
    status: [
      s.STRING,
      ({ branch }) =>
        `On branch ${branch}\nYour branch is up to date with 'origin/${branch}'.\n\nnothing to commit, working tree clean\n`,
    ],
    merge_failure: [s.nullable(s.STRING), () => null],
  },
)

export const repositoryEndpoints: Endpoints = {
  '/repository': whole(PROJECT_REPOSITORY, {
    summary: 'State of all repositories.',
    allow: LIST,
    isOwn: true,
    isRepository: true,
    get: ({ links }) => ({ json: PROJECT_REPOSITORY.json(links.api('repository/')) }),
  }),
  '/projects/:project/repository': whole(PROJECT_REPOSITORY, {
    summary: 'State of the repositories of a project.',
    allow: LIST,
    isRepository: true,
    get(request) {
      const { slug } = projectOf(request).config
      return { json: PROJECT_REPOSITORY.json(request.links.api(`projects/${slug}/repository/`)) }
    },
  }),
  ...inScopes(
    ['component', 'translation'],
    'repository',
    whole(REPOSITORY, {
      summary: 'State of the repository of a {scope}.',
      needs: 'files',
      allow: LIST,
      isRepository: true,
      get(request) {
        const { translation } = scopeOf(request)
        const component = componentOf(request)
        const path = translation
          ? translationPath(translation)
          : `components/${encodedPlaceOf(component)}/`
        return { json: REPOSITORY.json(component, request.links.api(`${path}repository/`)) }
      },
    }),
  ),
}
