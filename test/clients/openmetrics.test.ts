import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readDemoConfig } from '../../src/cli/config-file.ts'
import { reportFetch, reportProcess } from '../../src/cli/process-metrics.ts'
import { createMetrics } from '../../src/metrics.ts'
import { componentsOf } from '../../src/view/view.ts'
import { hasPrometheus, parseMetrics } from '../support/prometheus.ts'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()

test.skipIf(!hasPrometheus())('Prometheus understands all metrics', async () => {
  const metrics = createMetrics()
  const end = reportProcess(metrics)
  for (const error of [undefined, 'gone', 'gone']) {
    reportFetch(metrics, { type: 'fetched', component: 'a/b', milliseconds: 20, error })
  }
  const { catalog } = demo
  await catalog.complete
  const app = createApp({ catalog, config: readDemoConfig({}), metrics })
  for (const path of [
    '/api/components/',
    '/api/components/',
    '/api/units/?page_size=1',
    '/nowhere"\\/',
    '/metrics',
  ]) {
    await app.request(path)
  }
  const input = await (await app.request('/metrics')).text()
  end()
  expect(parseMetrics(input)).toMatchObject({
    gitglot_http_requests: ['counter', 4],
    gitglot_http_request_duration_seconds: ['histogram', 36],
    gitglot_fetch_duration_seconds: ['histogram', 36],
    gitglot_component_age_seconds: ['gauge', componentsOf(catalog.current()).length],
    gitglot_build_info: ['gauge', 1],
    gitglot_event_loop_delay_seconds: ['gauge', 3],
    process_resident_memory_bytes: ['gauge', 1],
  })
  expect(input).toContain('gitglot_http_requests_total{route="/api/units",code="200"} 1\n')
  expect(input).toContain('gitglot_fetch_duration_seconds_bucket{outcome="failure",le="0.025"} 2\n')
  expect(input).toContain('gitglot_http_request_duration_seconds_count{cache="hit"} 1\n')
})
