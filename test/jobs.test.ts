import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Job, Jobs, NotReadyError } from '../src/jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const TIMEOUT_MS = 10_000

interface Running {
  readonly job: Job
  end(result: string): void
  fail(error: Error): void
}

/** Jobs that the test ends by hand; `begun` has those that have begun, by key, in order. */
function createBench({ concurrency = 1, maxWaiting = 100 } = {}) {
  const jobs = new Jobs({ concurrency, maxWaiting, timeoutMs: TIMEOUT_MS })
  const begun = new Map<string, Running>()
  function ask(key: string, client = 'anna', controller = new AbortController()): Promise<string> {
    const { signal } = controller
    const work = (job: Job) =>
      new Promise<string>((resolve, reject) => {
        begun.set(key, { job, end: resolve, fail: reject })
      })
    const asked = jobs.run(key, { client, signal }, work)
    asked.catch(() => {})
    return asked
  }
  async function end(key: string): Promise<void> {
    begun.get(key)?.end(`result of ${key}`)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ask, end, begun, keys: () => [...begun.keys()] }
}

const tick = () => vi.advanceTimersByTimeAsync(0)

test('simultaneous requests share one job, and a later request starts another', async () => {
  const { ask, end, begun, keys } = createBench()
  const asked = [ask('one'), ask('one', 'bela')]
  await tick()
  expect(keys()).toEqual(['one'])
  await end('one')
  expect(await Promise.all(asked)).toEqual(['result of one', 'result of one'])
  begun.clear()
  const again = ask('one')
  await tick()
  await end('one')
  expect([keys(), await again]).toEqual([['one'], 'result of one'])
})

test('many listeners on the signal of a job cause no warning of Node', async () => {
  const { ask, begun } = createBench()
  void ask('one')
  await tick()
  const warnings: Error[] = []
  const keep = (warning: Error) => warnings.push(warning)
  process.on('warning', keep)
  for (let count = 0; count < 20; count++) {
    begun.get('one')?.job.signal.addEventListener('abort', () => {})
  }
  await tick()
  process.off('warning', keep)
  expect(warnings).toEqual([])
})

test('`concurrency` jobs run at once, and clients take turns', async () => {
  const { ask, end, keys } = createBench({ concurrency: 2 })
  for (let number = 0; number < 100; number++) void ask(`a${number}`)
  void ask('b0', 'bela')
  void ask('b1', 'bela')
  void ask('c0', 'cyril')
  await tick()
  expect(keys()).toEqual(['a0', 'a1'])
  for (const key of ['a0', 'a1', 'a2', 'b0', 'c0']) await end(key)
  expect(keys()).toEqual(['a0', 'a1', 'a2', 'b0', 'c0', 'a3', 'b1'])
})

test('a job of two clients takes the earlier turn of the two', async () => {
  const { ask, end, keys } = createBench()
  for (const key of ['a0', 'a1', 'a2', 'a3']) void ask(key)
  await tick()
  void ask('a3', 'bela')
  await end('a0')
  await end('a1')
  expect(keys()).toEqual(['a0', 'a1', 'a3'])
})

test('a request that times out reports progress, and a retry gets the result', async () => {
  const { ask, end, begun } = createBench()
  const asked = ask('one')
  const waiting = ask('two')
  await tick()
  begun.get('one')?.job.progress(3, 12, 'components')
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  await expect(asked).rejects.toThrow(new NotReadyError('Not ready yet: 3 of 12 components.', 30))
  await expect(asked).rejects.toMatchObject({ retryAfterSeconds: 30 })
  await expect(waiting).rejects.toThrow('Not ready yet: waiting for another answer.')
  expect(begun.get('one')?.job.signal.aborted).toBe(false)
  await end('one')
  expect(await ask('one')).toBe('result of one')
  begun.delete('one')
  void ask('one')
  await end('two')
  expect([...begun.keys()]).toEqual(['two', 'one'])
})

test('time that a request has waited before its job counts towards the timeout', async () => {
  const jobs = new Jobs({ concurrency: 1, maxWaiting: 1, timeoutMs: TIMEOUT_MS })
  const since = performance.now()
  await vi.advanceTimersByTimeAsync(8000)
  const { signal } = new AbortController()
  const asked = jobs.run('one', { client: 'anna', signal, since }, (job) => {
    job.progress(4210, 21_000, 'commits')
    return new Promise(() => {})
  })
  const message = asked.catch(({ message }: Error) => [message, performance.now() - since])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await message).toEqual(['Not ready yet: 4,210 of 21,000 commits.', TIMEOUT_MS])
})

test('a result that nobody fetches is dropped after a minute', async () => {
  const { ask, end, begun, keys } = createBench()
  void ask('one')
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  await end('one')
  begun.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  void ask('one')
  await tick()
  expect(keys()).toEqual(['one'])
})

test('a waiting job is dropped when all its requests are aborted', async () => {
  const { ask, end, keys } = createBench()
  const [first, second] = [new AbortController(), new AbortController()]
  void ask('one')
  const gone = ask('two', 'anna', first)
  const left = ask('two', 'bela', second)
  await tick()
  first.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  second.abort(new Error('gone, too'))
  await expect(left).rejects.toThrow('gone, too')
  void ask('three')
  await end('one')
  expect(keys()).toEqual(['one', 'three'])
})

test('a running job stops when all its requests are aborted, unless another waits or has timed out', async () => {
  const { ask, begun } = createBench({ concurrency: 3 })
  const controllers = ['one', 'two', 'three'].map((key) => {
    const controller = new AbortController()
    void ask(key, 'anna', controller)
    return controller
  })
  void ask('two', 'bela')
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
  const late = new AbortController()
  void ask('three', 'bela', late)
  controllers[0]?.abort()
  controllers[1]?.abort()
  await vi.advanceTimersByTimeAsync(1)
  late.abort()
  expect([...begun].map(([key, { job }]) => [key, job.signal.aborted])).toEqual([
    ['one', true],
    ['two', false],
    ['three', false],
  ])
  // A new request does not join the job that is being stopped.
  begun.clear()
  const again = ask('one')
  begun.get('one')?.end('another')
  await tick()
  expect([...begun.keys()]).toEqual([])
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  await expect(again).rejects.toThrow('Not ready yet: waiting for another answer.')
})

test('a running job without a retry is stopped if another job waits', async () => {
  const { ask, begun } = createBench({ concurrency: 2 })
  for (const key of ['one', 'two']) void ask(key)
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 30_000)
  void ask('two')
  await vi.advanceTimersByTimeAsync(30_001)
  void ask('three')
  expect([...begun].map(([key, { job }]) => [key, job.signal.aborted])).toEqual([
    ['one', true],
    ['two', false],
  ])
})

test('a waiting job without a retry does not begin', async () => {
  const { ask, end, keys } = createBench()
  void ask('one')
  void ask('two')
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 60_001)
  void ask('three')
  await end('one')
  expect(keys()).toEqual(['one', 'three'])
})

test('if too many jobs wait, one of the client with the most is refused at once', async () => {
  const { ask, end, keys } = createBench({ maxWaiting: 3 })
  const asked = ['a0', 'a1', 'a2', 'a3'].map((key) => ask(key))
  await tick()
  await expect(ask('a4')).rejects.toMatchObject({
    message: 'The server is busy. Try again later.',
    retryAfterSeconds: 10,
  })
  void ask('b0', 'bela')
  await expect(asked[3]).rejects.toThrow('The server is busy. Try again later.')
  await expect(ask('b1', 'bela')).rejects.toThrow('The server is busy')
  for (const key of ['a0', 'a1', 'b0', 'a2']) await end(key)
  expect(keys()).toEqual(['a0', 'a1', 'b0', 'a2'])
})

test('an error rejects all requests of the job, and the next job begins', async () => {
  const { ask, begun, keys } = createBench()
  const asked = [ask('one'), ask('one', 'bela')]
  void ask('two')
  await tick()
  begun.get('one')?.fail(new RangeError('no such thing'))
  await tick()
  for (const waiting of asked)
    await expect(waiting).rejects.toThrow(new RangeError('no such thing'))
  expect(keys()).toEqual(['one', 'two'])
})

test('an aborted request starts no job', async () => {
  const { ask, keys } = createBench()
  const controller = new AbortController()
  controller.abort(new Error('gone'))
  await expect(ask('one', 'anna', controller)).rejects.toThrow('gone')
  await tick()
  expect(keys()).toEqual([])
})
