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

/** Jobs whose work is done by hand: those that have begun, by key in that order. */
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

test('a job is done once for all who ask, and again for those who ask later', async () => {
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

test('a job may ask about any number of components without a warning of Node', async () => {
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

test('so many are done at once, and clients have their turns one after the other', async () => {
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

test('a job that somebody else asks for, too, has the turn of whoever comes first', async () => {
  const { ask, end, keys } = createBench()
  for (const key of ['a0', 'a1', 'a2', 'a3']) void ask(key)
  await tick()
  void ask('a3', 'bela')
  await end('a0')
  await end('a1')
  expect(keys()).toEqual(['a0', 'a1', 'a3'])
})

test('one who waits too long hears how far it is, and has the result later', async () => {
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

test('one who waited for something else first waits only for the rest of the time', async () => {
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

test('a result that nobody comes for is forgotten', async () => {
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

test('a job that waits is dropped when all who asked hang up', async () => {
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

test('a job that runs is stopped when all who asked hang up, unless somebody waits or will ask again', async () => {
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
  // Not the one that is being stopped.
  begun.clear()
  const again = ask('one')
  begun.get('one')?.end('another')
  await tick()
  expect([...begun.keys()]).toEqual([])
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  await expect(again).rejects.toThrow('Not ready yet: waiting for another answer.')
})

test('a job that runs is stopped when nobody has asked for it again and another one waits', async () => {
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

test('a job that nobody has asked for again is not begun', async () => {
  const { ask, end, keys } = createBench()
  void ask('one')
  void ask('two')
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 60_001)
  void ask('three')
  await end('one')
  expect(keys()).toEqual(['one', 'three'])
})

test('where too many wait, one of the client that has asked for most is refused, at once', async () => {
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

test('an error reaches all who asked, and the next job begins', async () => {
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

test('one who has hung up asks for nothing', async () => {
  const { ask, keys } = createBench()
  const controller = new AbortController()
  controller.abort(new Error('gone'))
  await expect(ask('one', 'anna', controller)).rejects.toThrow('gone')
  await tick()
  expect(keys()).toEqual([])
})
