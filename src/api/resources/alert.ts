import { withoutServerPaths } from '../../address.ts'
import { placeOfAlert } from '../../catalog/alert-place.ts'
import type { Alert, Component } from '../../catalog/model.ts'
import type { RemoteLook } from '../../catalog/updates/remote-look.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'

/** An alert of a component. */
export function alertResource(component: Component, alert: Alert): s.JsonOf<typeof ALERT> {
  const { line, link } = placeOfAlert(component, alert)
  return {
    name: alert.name,
    message: withoutServerPaths(alert.message),
    filename: alert.filename,
    line: line ?? null,
    file_url: link ?? null,
  }
}

export const ALERT = s.resource('Alert', 'A problem with a component; the rest is served.', {
  name: s.oneOf(
    ...(['ParseError', 'RepositoryError', 'MissingFile'] as const),
    ...(['DuplicateLanguage', 'IgnoredFile', 'RefusedText'] as const),
    ...(['UnsupportedExpression', 'InternalError'] as const),
  ),
  message: s.described(s.STRING, 'What is wrong, where, and what was expected.'),
  filename: s.described(s.STRING, 'Empty if the alert is about no file.'),
  line: s.nullable(s.INTEGER),
  file_url: s.described(
    s.nullable(s.LINK),
    'Address of the line at the served commit, from `repoweb`.',
  ),
})

/** Returns the last fetch of a component's remote; all keys are null for a component without a repository. */
export function remoteResource(
  { commit, branch }: Component,
  look: RemoteLook | undefined,
): s.JsonOf<typeof REMOTE> {
  const { succeededAt, failures = 0, error } = look ?? {}
  return {
    branch,
    commit: commit?.oid ?? null,
    checked: succeededAt === undefined ? null : timestamp(Math.floor(succeededAt / 1000)),
    failures,
    error: error === undefined ? null : withoutServerPaths(error),
  }
}

export const REMOTE = s.resource('Remote', 'The last fetch of a remote.', {
  branch: s.STRING,
  commit: s.described(s.nullable(s.STRING), 'The served commit.'),
  checked: s.described(s.nullable(s.TIMESTAMP), 'Time of the last successful fetch.'),
  failures: s.described(s.COUNT, 'Number of failed fetches since then.'),
  error: s.described(s.nullable(s.STRING), 'Why the last fetch failed.'),
})
