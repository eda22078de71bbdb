import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from '../metrics.ts'

/** Milliseconds between two looks at the event loop, which the histogram counts in. */
const RESOLUTION_MS = 10

/**
 * Reports the memory of the process, and how much later than it should something was done since the last reading. Returns
 * the function that ends the looks.
 */
export function reportProcess(metrics: Metrics): () => void {
  metrics.gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident set of the process.',
    read: () => process.memoryUsage.rss(),
  })
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1000
  for (const [quantile, isLast] of [
    [0.5, false],
    [0.99, false],
    [1, true],
  ] as const) {
    metrics.gauge({
      name: 'gitglot_event_loop_delay_seconds',
      help: 'By how much the event loop was late since the last reading.',
      labels: { quantile: String(quantile) },
      read() {
        const value = delay.percentile(100 * quantile)
        if (isLast) delay.reset()
        return seconds(value)
      },
    })
  }
  return () => delay.disable()
}
