import type { Metrics } from '../metrics.ts'

const HEADERS = {
  'Content-Type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** The response with what the parts of the server report of themselves, for a monitoring system. */
export function metricsResponse(metrics: Metrics): Response {
  return new Response(metrics.text(), { headers: HEADERS })
}
