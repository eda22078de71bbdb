import { expect, test } from 'vitest'
import { createShare } from '../../src/http/share.ts'

const neverAborted = new AbortController().signal

/** Work that runs until `finish` is called, and the signals it got. */
function createWork() {
  const signals: AbortSignal[] = []
  let finish = (_: string): void => {}
  const result = new Promise<string>((resolve) => {
    finish = resolve
  })
  const work = (signal: AbortSignal): Promise<string> => {
    signals.push(signal)
    return result
  }
  return { work, signals, finish: (text: string) => finish(text) }
}

test('concurrent requests share one job, and later ones start another', async () => {
  const share = createShare<string>(1)
  const { work, signals, finish } = createWork()
  const results = [share('a', neverAborted, work), share('a', neverAborted, work)]
  expect(signals.length).toBe(1)
  finish('done')
  expect(await Promise.all(results)).toEqual(['done', 'done'])
  await share('a', neverAborted, work)
  expect(signals.length).toBe(2)
})

test('a failed job fails all requests that wait for it', async () => {
  const share = createShare<string>(1)
  const fails = async () => {
    throw new RangeError('no')
  }
  const failing = [share('a', neverAborted, fails), share('a', neverAborted, fails)]
  const results = await Promise.allSettled(failing)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('a job is aborted when its last request leaves, and the next request starts another', async () => {
  const share = createShare<string>(2)
  const { work, signals, finish } = createWork()
  const [first, second, gone] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ]
  gone.abort()
  const asked = [first, second, gone].map(({ signal }) => share('a', signal, work))
  first.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  second.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  const late = share('a', neverAborted, work)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  finish('done')
  await Promise.all([...asked, late])
})

test('another job beyond the limit is refused with 503', async () => {
  const share = createShare<string>(1)
  const { work, finish } = createWork()
  const first = share('a', neverAborted, work)
  await expect(share('b', neverAborted, work)).rejects.toMatchObject({ status: 503 })
  const same = share('a', neverAborted, work)
  finish('done')
  expect(await Promise.all([first, same])).toEqual(['done', 'done'])
  expect(await share('b', neverAborted, work)).toBe('done')
})
