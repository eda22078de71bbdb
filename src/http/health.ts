import { withoutServerPaths } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Component } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { hasShare, isBroken } from '../model/readiness.ts'
import { componentsOf } from '../view/view.ts'
import { visibleView } from './access.ts'
import type { Principal } from './request-info.ts'

const NEVER_CACHED = {
  'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate, private',
  'X-Content-Type-Options': 'nosniff',
}

/** Returns the response of a running server. */
export function healthResponse(): Response {
  const headers = { ...NEVER_CACHED, 'Content-Type': 'text/html; charset=utf-8' }
  return new Response('ok', { headers })
}

/**
 * Responds whether requests should be sent to this server: 503 while components are read for the first time. Also names
 * components that are out of date or unreadable, and projects whose components cannot be discovered. An unreachable
 * remote does not make the server unready, since it serves the last known state; nor does an unusable store, since
 * values then stay in memory. If digests are shared with other servers, the response says whether they are available;
 * without them the server works alone.
 */
export function readinessResponse(catalog: Catalog, principal: Principal): Response {
  const view = visibleView(catalog.current(), principal)
  const components = componentsOf(view)
  const reading = [
    ...view.projects
      .filter((project) => project.reading !== undefined)
      .map(({ config }) => config.slug),
    ...components.filter((component) => component.state === 'reading').map(placeOf),
  ]
  const staleAs = (name: string, error: string, succeededAt: number | undefined) => ({
    component: name,
    last_success: succeededAt === undefined ? null : new Date(succeededAt).toISOString(),
    error: withoutServerPaths(error),
  })
  const stale = [
    ...view.projects.flatMap(({ config: { slug, discover }, alerts }) => {
      const poll = discover && catalog.lastPoll({ config: discover })
      return alerts.map(({ message }) => staleAs(slug, message, poll?.succeededAt))
    }),
    ...components.flatMap((component) => {
      const { error = unreadable(component), succeededAt } = catalog.lastPoll(component) ?? {}
      return error === undefined ? [] : staleAs(placeOf(component), error, succeededAt)
    }),
  ]
  const status = reading.length === 0 ? 'ready' : 'starting'
  const { error, damage } = catalog.store.health()
  const store = {
    status: error === undefined ? 'ok' : 'unusable',
    error,
    damage: damage && {
      found: damage.at.toISOString(),
      error: withoutServerPaths(damage.message),
    },
  }
  const { shared } = catalog
  const redis = shared && (shared.isConnected() ? 'connected' : 'unreachable')
  return Response.json(
    { status, reading, stale, store, redis },
    { status: status === 'ready' ? 200 : 503, headers: NEVER_CACHED },
  )
}

/** Returns why no translation of a component can be read, although its remote may respond. */
function unreadable(component: Component): string | undefined {
  if (component.state === 'reading' || hasShare(component)) return undefined
  return component.alerts.find(isBroken)?.message
}
