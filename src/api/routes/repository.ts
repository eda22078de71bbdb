import { withoutServerPaths } from '../../address.ts'
import type { RemotePoll } from '../../catalog/catalog.ts'
import { ALERT_NAMES, type Alert, type Component } from '../../model/model.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import { repowebLink } from '../../view/repoweb.ts'
import { componentOf, type Endpoints, LIST, projectOf, whole } from '../endpoint.ts'
import { timestamp } from '../resources/fields.ts'
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

const ALERT = s.shown(
  'Alert',
  'A problem with a component; the rest is served.',
  (component: Component, alert: Alert) => {
    const { filename, message } = alert
    const line = alert.at?.line
    const fileUrl = filename === '' ? null : (repowebLink(component, { filename, line }) ?? null)
    return { ...alert, message: withoutServerPaths(message), line: line ?? null, fileUrl }
  },
  {
    name: s.oneOf(...ALERT_NAMES),
    message: s.described(s.STRING, 'What is wrong, where, and what was expected.'),
    filename: s.described(s.STRING, 'Empty if the alert is about no file.'),
    line: s.nullable(s.INTEGER),
    file_url: s.described(
      s.nullable(s.LINK),
      'Address of the line at the served commit, from `repoweb`.',
    ),
  },
)

/** All keys are null for a component without a repository. */
const REMOTE = s.shown(
  'Remote',
  'The last fetch of a remote.',
  ({ commit, branch }: Component, poll: RemotePoll | undefined) => {
    return { branch, commit: commit?.oid ?? null, ...poll }
  },
  {
    branch: s.STRING,
    commit: s.described(s.nullable(s.STRING), 'The served commit.'),
    checked: [
      s.described(s.nullable(s.TIMESTAMP), 'Time of the last successful fetch.'),
      ({ succeededAt: at }) => (at === undefined ? null : timestamp(Math.floor(at / 1000))),
    ],
    failures: [
      s.described(s.COUNT, 'Number of failed fetches since then.'),
      ({ failures = 0 }) => failures,
    ],
    error: [
      s.described(s.nullable(s.STRING), 'Why the last fetch failed.'),
      ({ error }) => (error === undefined ? null : withoutServerPaths(error)),
    ],
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
  '/components/:project/:component/alerts': whole(s.arrayOf(ALERT), {
    summary:
      'What is wrong with a component: files that do not parse, a remote that does not answer.',
    isOwn: true,
    get(request) {
      const component = componentOf(request)
      return { json: component.alerts.map((alert) => ALERT.json(component, alert)) }
    },
  }),
  '/components/:project/:component/remote': whole(REMOTE, {
    summary: 'Time and result of the last fetch of a component.',
    isOwn: true,
    get(request) {
      const component = componentOf(request)
      const poll = request.catalog.lastPoll(component)
      return { json: REMOTE.json(component, poll), isTransient: true }
    },
  }),
}
