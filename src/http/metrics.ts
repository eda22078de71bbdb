import type { Catalog } from '../catalog/catalog.ts'
import { placeOf } from '../catalog/paths.ts'
import { componentsOf } from '../catalog/view/view.ts'
import type { Gauge, Metrics } from '../metrics.ts'
import type { Principal } from './request-info.ts'

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
    const { succeededAt } = catalog.lastLook(component) ?? {}
    if (succeededAt === undefined || knows?.(component.project.config) === false) return []
    return {
      name: 'gitglot_component_age_seconds',
      help: 'Time since the repository of a component was last looked at with success.',
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
      help: 'Values derived here from repositories since the start, or brought from other servers.',
      labels: { kind, how },
      read: () => count[how],
    })),
  )
  if (shared === undefined) return values
  const help = 'Whether digests can be shared with other servers.'
  return [...values, { name: 'gitglot_redis_up', help, read: () => Number(shared.isConnected()) }]
}
