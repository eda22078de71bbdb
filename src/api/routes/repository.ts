import type { Component } from '../../catalog/model.ts'
import { encodedPlaceOf } from '../../catalog/place.ts'
import type { Json } from '../json.ts'
import { type Answer, type ApiRequest, componentOf, projectOf, translationOf } from '../request.ts'
import { translationPath } from '../resources/translation.ts'
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

/** `projects/{project}/repository/`: the state of all its repositories together. */
export function showProjectRepository(request: ApiRequest): Answer {
  const { slug } = projectOf(request).config
  return { json: { ...UP_TO_DATE, url: request.links.api(`projects/${slug}/repository/`) } }
}

/** `components/{project}/{component}/repository/` */
export function showComponentRepository(request: ApiRequest): Answer {
  const component = componentOf(request)
  return {
    json: repository(
      component,
      request.links.api(`components/${encodedPlaceOf(component)}/repository/`),
    ),
  }
}

/** `translations/{project}/{component}/{language}/repository/`: that of its component. */
export function showTranslationRepository(request: ApiRequest): Answer {
  const translation = translationOf(request)
  const path = `${translationPath(translation)}repository/`
  return { json: repository(translation.component, request.links.api(path)) }
}

const UP_TO_DATE = { needs_commit: false, needs_merge: false, needs_push: false }

function repository({ commit, branch }: Component, url: string): Json {
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

function commitResource({ oid, author, committer, message }: Commit): Json {
  return {
    revision: oid,
    shortrevision: oid.slice(0, 7),
    author: `${author.name} <${author.email}>`,
    author_name: author.name,
    author_email: author.email,
    authordate: isoDate(author),
    commit: `${committer.name} <${committer.email}>`,
    commit_name: committer.name,
    commit_email: committer.email,
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
