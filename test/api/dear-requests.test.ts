import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import type { RefView } from '../../src/catalog/updates/ref-views.ts'
import type { Job } from '../../src/jobs.ts'
import { openDemo } from '../support/demo.ts'

/** The demo, whose views at refs are read by hand. */
let demo: Awaited<ReturnType<typeof openDemo>>
let app: App
/** The views that are being read, by ref. */
const reading = new Map<string, { readonly job: Job; end(): void }>()
const cachedRefs = new Set<string>()

beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.catalog.close())

beforeEach(() => {
  reading.clear()
  cachedRefs.clear()
  const { catalog, config } = demo
  const view = catalog.current()
  const refView = async (ref: string): Promise<RefView> => ({
    key: ref,
    cached: cachedRefs.has(ref) ? view : undefined,
    read: (job) =>
      new Promise((resolve, reject) => {
        job?.signal.addEventListener('abort', () => reject(job.signal.reason))
        const end = () => resolve(view)
        if (job !== undefined) reading.set(ref, { job, end })
      }),
  })
  app = createApp({
    catalog: { ...catalog, refView },
    config: { ...config, requestTimeout: 2 },
  })
})

interface Asked {
  readonly response: Promise<Response>
  hangUp(): void
}

function ask(path: string, peer = '192.0.2.1'): Asked {
  const controller = new AbortController()
  const { signal } = controller
  const response = app.request(path, { signal }, peer)
  return { response, hangUp: () => controller.abort() }
}

/** Settles when these are being read, in this order. */
const expectReading = (refs: readonly string[]) =>
  expect.poll(() => [...reading.keys()]).toEqual(refs)

test('a slow request gets its progress and Retry-After, and 200 later', async () => {
  const { response } = ask('/api/projects/?ref=a')
  await expectReading(['a'])
  reading.get('a')?.job.progress(3, 4, 'components')
  const { status, headers } = await response
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
    503,
    '1',
    'no-store',
  ])
  expect(await (await response).json()).toEqual({
    type: 'server_error',
    errors: [
      { code: 'service_unavailable', detail: 'Not ready yet: 3 of 4 components.', attr: null },
    ],
  })
  reading.get('a')?.end()
  expect((await ask('/api/projects/?ref=a').response).status).toBe(200)
  expect([...reading.keys()]).toEqual(['a'])
})

test('queued work of a disconnected client is not started', async () => {
  const first = ask('/api/projects/?ref=a')
  const second = ask('/api/projects/?ref=b')
  await expectReading(['a', 'b'])
  const third = ask('/api/projects/?ref=c')
  const fourth = ask('/api/projects/?ref=d')
  await new Promise((resolve) => setImmediate(resolve))
  third.hangUp()
  for (const ref of ['a', 'b']) reading.get(ref)?.end()
  await expectReading(['a', 'b', 'd'])
  reading.get('d')?.end()
  const statuses = [first, second, fourth].map(async ({ response }) => (await response).status)
  expect(await Promise.all(statuses)).toEqual([200, 200, 200])
})

test('running work of a disconnected client is stopped', async () => {
  const { hangUp } = ask('/api/projects/?ref=a')
  await expectReading(['a'])
  hangUp()
  await expect.poll(() => reading.get('a')?.job.signal.aborted).toBe(true)
})

test('a client that requests many refs delays neither other clients nor cached refs', async () => {
  const many = Array.from({ length: 100 }, (_, number) => ask(`/api/projects/?ref=a${number}`))
  await expectReading(['a0', 'a1'])
  cachedRefs.add('known')
  expect((await ask('/api/projects/?ref=known').response).status).toBe(200)
  expect((await ask('/api/projects/').response).status).toBe(200)
  const other = ask('/api/projects/?ref=b', '192.0.2.2')
  await new Promise((resolve) => setImmediate(resolve))
  reading.get('a0')?.end()
  reading.get('a1')?.end()
  await expectReading(['a0', 'a1', 'a2', 'b'])
  reading.get('b')?.end()
  expect((await other.response).status).toBe(200)
  for (const { response, hangUp } of many) {
    hangUp()
    await response
  }
})

test('pages that read other commits say that they take long, and appear later', async () => {
  const { catalog, config } = demo
  let release = () => {}
  const arrival = new Promise<void>((resolve) => {
    release = resolve
  })
  const viewAt = async () => {
    await arrival
    return catalog.current()
  }
  app = createApp({ catalog: { ...catalog, viewAt }, config: { ...config, requestTimeout: 1 } })
  const pages = ['/compare/tidewatch/?base=v1', '/review/tidewatch/v1/']
  const get = (path: string) => ask(path).response
  for (const { status, headers } of await Promise.all(pages.map(get))) {
    expect([status, headers.get('refresh')]).toEqual([503, '5'])
  }
  release()
  for (const { status } of await Promise.all(pages.map(get))) expect(status).toBe(200)
})
