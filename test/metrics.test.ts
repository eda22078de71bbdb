import { expect, test } from 'vitest'
import { reportProcess } from '../src/cli/process-metrics.ts'
import { bytesGauge, createMetrics } from '../src/metrics.ts'
import { useDemo } from './support/use-demo.ts'

const demo = useDemo()

test('gauges of one name are grouped with their unit, and unknown values are left out', () => {
  const metrics = createMetrics()
  metrics.gauge(bytesGauge('memory', 'units', () => 2048))
  metrics.gauge(bytesGauge('disk', 'clones', () => undefined))
  metrics.gauge({ name: 'gitglot_jobs', help: 'Jobs\nthat "run".', read: () => 0 })
  metrics.gauge(bytesGauge('memory', 'a "b"', () => 1.5))
  expect(metrics.text().split('\n')).toEqual([
    '# TYPE gitglot_memory_bytes gauge',
    '# UNIT gitglot_memory_bytes bytes',
    '# HELP gitglot_memory_bytes Memory that a part of the server uses.',
    'gitglot_memory_bytes{part="units"} 2048',
    'gitglot_memory_bytes{part="a \\"b\\""} 1.5',
    '# TYPE gitglot_disk_bytes gauge',
    '# UNIT gitglot_disk_bytes bytes',
    '# HELP gitglot_disk_bytes Disk space that a part of the server uses.',
    '# TYPE gitglot_jobs gauge',
    '# HELP gitglot_jobs Jobs\\nthat \\"run\\".',
    'gitglot_jobs 0',
    '# EOF',
    '',
  ])
})

test('metrics of the process are its memory, start, version and event-loop delay', () => {
  const metrics = createMetrics()
  const end = reportProcess(metrics)
  const names = [...metrics.text().matchAll(/^([a-z]\w*)(?:\{.*\})? [\d.e-]+$/gm)].map(
    ([, name]) => name,
  )
  end()
  const delay = 'gitglot_event_loop_delay_seconds'
  expect(names).toEqual([
    'process_resident_memory_bytes',
    'process_start_time_seconds',
    'gitglot_build_info',
    ...[delay, delay, delay],
  ])
})

test('/metrics shows the sizes of the store and of cached pages', async () => {
  const bytesOf = async () => {
    const text = await (await demo.app.request('/metrics')).text()
    return Number(/^gitglot_memory_bytes\{part="pages"\} (\d+)$/m.exec(text)?.[1])
  }
  const shown = await (await demo.app.request('/metrics')).text()
  const stored = /^gitglot_disk_bytes\{part="store"\} (\d+)$/m.exec(shown)?.[1]
  expect(stored).toBe(`${demo.catalog.store.bytesUsed()}`)
  const before = await bytesOf()
  const { length } = await (await demo.app.request('/api/components/')).text()
  expect((await bytesOf()) - before).toBeGreaterThan(length)
  const { headers } = await demo.app.request('/metrics')
  expect(headers.get('Content-Type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  )
})
