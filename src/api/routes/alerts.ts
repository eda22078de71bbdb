import { withoutServerPaths } from '../../address.ts'
import type { RemoteLook } from '../../catalog/updates/remote-look.ts'
import type { Alert, Component } from '../../model/model.ts'
import { placeOfAlert } from '../../view/alert-place.ts'
import { componentOf, type Endpoints, whole } from '../endpoint.ts'
import { timestamp } from '../resources/fields.ts'
import * as s from '../schema/schema.ts'

const ALERT = s.shown(
  'Alert',
  'A problem with a component; the rest is served.',
  (component: Component, alert: Alert) => {
    const { line = null, link = null } = placeOfAlert(component, alert)
    return { ...alert, message: withoutServerPaths(alert.message), line, fileUrl: link }
  },
  {
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
  },
)

/** All keys are null for a component without a repository. */
const REMOTE = s.shown(
  'Remote',
  'The last fetch of a remote.',
  ({ commit, branch }: Component, look: RemoteLook | undefined) => {
    return { branch, commit: commit?.oid ?? null, ...look }
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

export const alertEndpoints: Endpoints = {
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
      const look = request.catalog.lastLook(component)
      return { json: REMOTE.json(component, look), isTransient: true }
    },
  }),
}
