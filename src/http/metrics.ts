import type { Metrics } from '../metrics.ts'
import type { Principal } from './request-info.ts'

const HEADERS = {
  'Content-Type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** The response with what the parts of the server report of themselves, for a monitoring system. */
export function metricsResponse(metrics: Metrics, { scopes }: Principal): Response {
  if (!scopes.includes('metrics')) {
    const headers = { 'WWW-Authenticate': 'Token', 'Cache-Control': 'no-store' }
    return new Response('expected a token with the scope metrics\n', { status: 401, headers })
  }
  return new Response(metrics.text(), { headers: HEADERS })
}
