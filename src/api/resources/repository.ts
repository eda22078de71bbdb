import type { Component } from '../../catalog/model.ts'
import type { Json } from '../rendering/json.ts'
import {
  BOOLEAN,
  described,
  LINK,
  nullable,
  type Resource,
  STRING,
  TIMESTAMP,
} from '../schema/schema.ts'

type Commit = NonNullable<Component['commit']>

const UP_TO_DATE = { needs_commit: false, needs_merge: false, needs_push: false }

/** A ProjectRepository at this address. */
export function projectRepositoryResource(url: string): Json {
  return { ...UP_TO_DATE, url }
}

/** A Repository at this address. */
export function repositoryResource({ commit, branch }: Component, url: string): Json {
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

/** Of people only their names: addresses of all who ever committed could be gathered. */
function commitResource({ oid, author, committer, message }: Commit): Json {
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

/** Local time of the person with its offset from UTC. */
function isoDate({ timestamp, utcOffset }: Commit['author']): string {
  const local = new Date((timestamp + utcOffset * 60) * 1000).toISOString().slice(0, 19)
  const minutes = Math.abs(utcOffset)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local}${utcOffset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

const COMMIT: Resource = {
  name: 'Commit',
  description: 'A commit of Git.',
  properties: {
    revision: STRING,
    shortrevision: STRING,
    author: STRING,
    author_name: STRING,
    author_email: STRING,
    authordate: TIMESTAMP,
    commit: STRING,
    commit_name: STRING,
    commit_email: STRING,
    commitdate: TIMESTAMP,
    message: STRING,
    summary: described(STRING, 'The first line of the message.'),
  },
}

/** Of a project. */
export const PROJECT_REPOSITORY: Resource = {
  name: 'ProjectRepository',
  description: 'State of the repositories of a project: always that of the remote.',
  properties: { needs_commit: BOOLEAN, needs_merge: BOOLEAN, needs_push: BOOLEAN, url: LINK },
}

/** Of a component or a translation. */
export const REPOSITORY: Resource = {
  name: 'Repository',
  description: 'State of a repository: always that of the remote.',
  properties: {
    ...PROJECT_REPOSITORY.properties,
    remote_commit: nullable(COMMIT),
    weblate_commit: nullable(COMMIT),
    status: STRING,
    merge_failure: nullable(STRING),
  },
}
