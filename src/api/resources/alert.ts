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

export const ALERT = s.resource('Alert', 'Something wrong that does not stop the rest.', {
  name: s.oneOf(
    ...(['ParseError', 'RepositoryError', 'MissingFile'] as const),
    ...(['DuplicateLanguage', 'IgnoredFile', 'RefusedText'] as const),
    ...(['UnsupportedExpression', 'InternalError'] as const),
  ),
  message: s.described(s.STRING, 'What is wrong, where, and what was expected.'),
  filename: s.described(s.STRING, 'Empty where it is about no file.'),
  line: s.nullable(s.INTEGER),
  file_url: s.described(s.nullable(s.LINK), 'The line at the served commit, by `repoweb`.'),
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

export const REMOTE = s.resource('Remote', 'How the last look at a remote went.', {
  branch: s.STRING,
  commit: s.described(s.nullable(s.STRING), 'What is served.'),
  checked: s.described(s.nullable(s.TIMESTAMP), 'When a look last succeeded.'),
  failures: s.described(s.COUNT, 'How many looks failed since then.'),
  error: s.described(s.nullable(s.STRING), 'Why the last one failed.'),
})
