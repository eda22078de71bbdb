import type { Component } from '../../catalog/model.ts'
import * as s from '../schema/schema.ts'

type Commit = NonNullable<Component['commit']>

const UP_TO_DATE = { needs_commit: false, needs_merge: false, needs_push: false }

/** A ProjectRepository at this address. */
export function projectRepositoryResource(url: string): s.JsonOf<typeof PROJECT_REPOSITORY> {
  return { ...UP_TO_DATE, url }
}

/** A Repository at this address. */
export function repositoryResource(
  { commit, branch }: Component,
  url: string,
): s.JsonOf<typeof REPOSITORY> {
  const shown = commit === undefined ? null : commitResource(commit)
  return {
    ...UP_TO_DATE,
    url,
    remote_commit: shown,
    weblate_commit: shown,
    status: `On branch ${branch}\nYour branch is up to date with 'origin/${branch}'.\n\nnothing to commit, working tree clean\n`,
    merge_failure: null,
  }
}

/** Omits email addresses: otherwise those of all committers could be harvested. */
function commitResource({ oid, author, committer, message }: Commit): s.JsonOf<typeof COMMIT> {
  return {
    revision: oid,
    shortrevision: oid.slice(0, 7),
    author: `${author.name} <>`,
    author_name: author.name,
    author_email: '',
    authordate: isoDate(author),
    commit: `${committer.name} <>`,
    commit_name: committer.name,
    commit_email: '',
    commitdate: isoDate(committer),
    message: message.trimEnd(),
    summary: message.split('\n', 1)[0] ?? '',
  }
}

/** Formats the person's local time with its offset from UTC. */
function isoDate({ timestamp, utcOffset }: Commit['author']): string {
  const local = new Date((timestamp + utcOffset * 60) * 1000).toISOString().slice(0, 19)
  const minutes = Math.abs(utcOffset)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}${utcOffset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const COMMIT = s.resource('Commit', 'A commit of Git.', {
  revision: s.STRING,
  shortrevision: s.STRING,
  author: s.STRING,
  author_name: s.STRING,
  author_email: s.STRING,
  authordate: s.TIMESTAMP,
  commit: s.STRING,
  commit_name: s.STRING,
  commit_email: s.STRING,
  commitdate: s.TIMESTAMP,
  message: s.STRING,
  summary: s.described(s.STRING, 'The first line of the message.'),
})

/** The repositories of a project. */
export const PROJECT_REPOSITORY = s.resource(
  'ProjectRepository',
  "State of the repositories of a project, always the remote's: there are no local changes.",
  { needs_commit: s.BOOLEAN, needs_merge: s.BOOLEAN, needs_push: s.BOOLEAN, url: s.LINK },
)

/** The repository of a component or a translation. */
export const REPOSITORY = s.resource(
  'Repository',
  "State of a repository, always the remote's: there are no local changes.",
  {
    ...PROJECT_REPOSITORY.properties,
    remote_commit: s.nullable(COMMIT),
    weblate_commit: s.nullable(COMMIT),
    status: s.STRING,
    merge_failure: s.nullable(s.STRING),
  },
)
