import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { CatalogEvent } from '../catalog/catalog.ts'
import type { Metrics } from '../metrics.ts'
import { packageVersion } from './package.ts'

/** Resolution of the event loop's delay histogram, in milliseconds. */
const RESOLUTION_MS = 10

/** Counts fetches by outcome, with their duration. */
export function reportFetch(
  metrics: Metrics,
  { milliseconds, error }: Extract<CatalogEvent, { type: 'fetched' }>,
): void {
  const outcome = error === undefined ? 'success' : 'failure'
  const help = 'Duration of fetches from remotes, by outcome.'
  const name = 'gitglot_fetch_duration_seconds'
  metrics.histogram({ name, help, labels: { outcome } })(milliseconds / 1000)
}

/** Reports version, memory, and the event loop's delay since the last reading. Returns the function that stops it. */
export function reportProcess(metrics: Metrics): () => void {
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    read: () => process.memoryUsage.rss(),
  })
  metrics.gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process since 1970.',
    read: () => performance.timeOrigin / 1000,
  })
  metrics.gauge({
    name: 'gitglot_build_info',
    help: 'Versions of gitglot and Node.js; the value is always 1.',
    labels: { version: packageVersion(), node: process.version },
    read: () => 1,
  })
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  for (const quantile of [0.5, 0.99, 1]) {
    metrics.gauge({
      name: 'gitglot_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last scrape.',
      labels: { quantile: String(quantile) },
      read() {
        const nanoseconds = delay.percentile(100 * quantile)
        if (quantile === 1) delay.reset()
        return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1000
      },
    })
  }
  return () => delay.disable()
}
