import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Schedule } from '../../../src/catalog/updates/schedule.ts'
import type { Source } from '../../../src/git/source.ts'

/** A source that only counts its calls; `refresh` stands for its fetches. */
function createSource(refresh: () => Promise<void>, failures: () => number = () => 0) {
  const calls = { refresh: 0, deepen: 0 }
  const source = {
    repository: undefined,
    isLocal: false,
    error: undefined,
    errorOf: () => undefined,
    get failures() {
      return failures()
    },
    fetchedAt: undefined,
    isRepaired: false,
    offered: undefined,
    confirm: () => {},
    suspect: () => {},
    open: async () => {},
    async refresh() {
      calls.refresh++
      await refresh()
      return false
    },
    async deepen() {
      calls.deepen++
      return false
    },
    maintain: async () => {},
    head: () => undefined,
    close: async () => {},
  } as Partial<Source> as Source
  return { source, calls }
}

function start(source: Source, seconds: number) {
  const read = async () => {}
  return new Schedule({
    served: { read, readHistory: read, finalizeHistory: read, pathIn: () => 'p/c' },
    intervals: new Map([[source, seconds]]),
    sources: new Map([['', source]]),
    onEvent: (event) => expect(event.type).toBe('fetched'),
  })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('fetches that come due while a remote hangs are skipped', async () => {
  let goOn: () => void = () => {}
  const hanging = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { source, calls } = createSource(() => hanging)
  const schedule = start(source, 1)
  await vi.advanceTimersByTimeAsync(20_000)
  for (let i = 0; i < 10; i++) void schedule.refresh()
  expect(calls.refresh).toBe(1)
  goOn()
  await vi.advanceTimersByTimeAsync(500)
  expect(calls.refresh).toBe(2)
  schedule.stop()
})

test('a failing remote is polled ever less often, and as before once it recovers', async () => {
  let failures = 0
  const { source, calls } = createSource(
    async () => {
      failures = calls.refresh < 8 ? failures + 1 : 0
    },
    () => failures,
  )
  const schedule = start(source, 10)
  // 10 s, then 20, 40, 80, 160, 320, 640 and 1280, each an eighth more or less.
  await vi.advanceTimersByTimeAsync(630 * 0.875 * 1000)
  expect(calls.refresh).toBeLessThanOrEqual(6)
  await vi.advanceTimersByTimeAsync(2550 * 1.125 * 1000)
  const before = calls.refresh
  expect(before).toBeGreaterThanOrEqual(8)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(calls.refresh - before).toBeGreaterThanOrEqual(8)
  schedule.stop()
})

test('each fetch asks for the history, which may still be missing', async () => {
  const { source, calls } = createSource(async () => {})
  const schedule = start(source, 10)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.deepen).toBe(calls.refresh + 1)
  expect(calls.refresh).toBeGreaterThanOrEqual(5)
  schedule.stop()
})

test.each([
  ['older than the interval', 90, 1],
  ['younger than the interval', 20, 0],
])('a kept clone is polled soon after the start if its fetch is %s', async (_, age, polls) => {
  const { source, calls } = createSource(async () => {})
  const schedule = start(Object.assign(source, { fetchedAt: Date.now() - age * 1000 }), 60)
  await vi.advanceTimersByTimeAsync(4000)
  expect(calls.refresh).toBe(0)
  await vi.advanceTimersByTimeAsync(6000)
  expect(calls.refresh).toBe(polls)
  schedule.stop()
})
