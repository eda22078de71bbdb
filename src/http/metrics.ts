import type { Catalog } from '../catalog/catalog.ts'
import type { Gauge, Metrics } from '../metrics.ts'
import { placeOf } from '../model/paths.ts'
import { componentsOf } from '../view/view.ts'
import type { Principal } from './request-info.ts'
import type { ResponseEvent } from './respond.ts'

const HEADERS = {
  'Content-Type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Returns the metrics of all parts of the server, for a monitoring system. */
export function metricsResponse(
  metrics: Metrics,
  catalog: Catalog,
  { scopes, knows }: Principal,
): Response {
  if (!scopes.includes('metrics')) {
    const headers = { 'WWW-Authenticate': 'Token', 'Cache-Control': 'no-store' }
    return new Response('expected a token with the scope metrics\n', { status: 401, headers })
  }
  return new Response(metrics.text([...ageGauges(catalog, knows), ...valueGauges(catalog)]), {
    headers: HEADERS,
  })
}

/** Reports for each component that may be named how long ago its remote was last seen. */
function ageGauges(catalog: Catalog, knows: Principal['knows']): Gauge[] {
  return componentsOf(catalog.current()).flatMap((component) => {
    const { succeededAt } = catalog.lastPoll(component) ?? {}
    if (succeededAt === undefined || !knows(component.project.config)) return []
    return {
      name: 'gitglot_component_age_seconds',
      help: 'Time since the last successful fetch of the repository of a component.',
      labels: { component: placeOf(component) },
      read: () => (Date.now() - succeededAt) / 1000,
    }
  })
}

/** Counts derived values since the start and values from other nodes, and reports whether other nodes are reachable. */
function valueGauges({ store: { counts }, shared }: Catalog): Gauge[] {
  const values = [...counts].flatMap(([kind, count]) =>
    (['derived', 'brought'] as const).map((how) => ({
      name: 'gitglot_values',
      help: 'Values since the start, by whether this server computed them (derived) or got them from another server (brought).',
      labels: { kind, how },
      read: () => count[how],
    })),
  )
  if (shared === undefined) return values
  const help = 'Whether Redis, which the servers share, is connected.'
  return [...values, { name: 'gitglot_redis_up', help, read: () => Number(shared.isConnected()) }]
}

/** Returns the function that counts responses by code and route, and measures their time by cache use. */
export function createObserver(
  metrics: Metrics,
  paths: readonly string[],
): (event: ResponseEvent) => void {
  const routes = new Set(paths.map(firstNames))
  const counts = new Map<string, () => void>()
  const timesOf = (cache: 'hit' | 'miss') =>
    metrics.histogram({
      name: 'gitglot_http_request_duration_seconds',
      help: 'Time from the headers of a request to those of its answer, by whether the page cache had the answer.',
      labels: { cache },
    })
  const times = { hit: timesOf('hit'), miss: timesOf('miss') }

  function countOf(route: string, code: string): () => void {
    const help = 'Answers by route and status.'
    return metrics.counter({ name: 'gitglot_http_requests', help, labels: { route, code } })
  }

  return ({ path, status, milliseconds, isCached }) => {
    const names = firstNames(path)
    const route = routes.has(names) ? names : 'other'
    const key = `${status}${route}`
    const count = counts.get(key) ?? countOf(route, String(status))
    counts.set(key, count)
    count()
    times[isCached ? 'hit' : 'miss'](milliseconds / 1000)
  }
}

/** Returns `/projects` of `/projects/app/web/`, and two segments of the API's paths. */
function firstNames(path: string): string {
  const from = path.startsWith('/api/') ? 5 : 1
  const end = path.indexOf('/', from)
  return end === -1 ? path : path.slice(0, end)
}
