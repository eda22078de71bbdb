import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { conversions } from '../../formats/conversions.ts'
import { type App, createApp } from '../../src/app.ts'
import { componentsOf } from '../../src/view/view.ts'
import { openDemo } from '../support/demo.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>

let threaded: Demo
let plain: Demo

beforeAll(async () => {
  ;[threaded, plain] = await Promise.all([openDemo({}, undefined, 1), openDemo()])
  for (const { catalog } of [threaded, plain]) {
    // Units whose times come later would be shown with others.
    await vi.waitFor(
      async () => {
        const unknown = componentsOf(catalog.current()).filter(({ times }) => times === undefined)
        await Promise.all(unknown.map(catalog.wantTimes))
        expect(unknown).toEqual([])
      },
      { timeout: 30_000 },
    )
  }
})
afterAll(() => Promise.all([threaded, plain].map(({ catalog }) => catalog.close())))

async function request(app: App, path: string): Promise<[status: number, body: string]> {
  const response = await app.request(path)
  return [response.status, await response.text()]
}

const CZECH = '/api/translations/tidewatch/web/cs/units/'

test.each([
  'state:>=translated',
  'NOT is:translated',
  'has:check',
  'check:same',
  'tide',
  'source:r"[Tt]ide.*" language:de',
  'component:web AND context:tide',
  'explanation:a OR note:a',
  'path:tidewatch/android',
  'position:<3',
  'source_state:translated priority:>100',
  'change_action:string-added-in-the-repository',
  'added:<2024-06-01 changed:>2024-01-01',
  'nothing-has-this',
])('a worker thread finds the same as the main thread: %s', async (query) => {
  for (const path of ['/api/units/', CZECH]) {
    const address = `${path}?format=json&page_size=500&q=${encodeURIComponent(query)}`
    const [status, body] = await request(threaded.app, address)
    expect([status, JSON.parse(body).results]).toEqual([
      200,
      JSON.parse((await request(plain.app, address))[1]).results,
    ])
  }
})

test.each(['source', '-source', 'target', 'num_words', '-priority', 'context', '-', 'none'])(
  'a worker thread sorts strings like the main thread: %s',
  async (order) => {
    const path = `/translate/tidewatch/web/cs/?q=a&sort_by=${order}`
    const contexts = async ({ app }: Demo) =>
      [...(await request(app, path))[1].matchAll(/checksum=([0-9a-f]{16})/g)].map(
        ([, checksum]) => checksum,
      )
    const checksums = await contexts(threaded)
    expect(checksums.length).toBeGreaterThan(5)
    expect(checksums).toEqual(await contexts(plain))
  },
)

test('all pages come from one search', async () => {
  const call = vi.spyOn(threaded.catalog.engine, 'ask')
  const pages = [1, 2, 3].map((page) => `/api/units/?q=source:e&page_size=20&page=${page}`)
  for (const page of pages) expect((await request(threaded.app, page))[0]).toBe(200)
  const works = call.mock.calls.map(([work]) => work.name)
  call.mockRestore()
  expect(works.filter((name) => name === 'search')).toEqual(['search'])
})

test('a search without conditions uses no thread', async () => {
  const call = vi.spyOn(threaded.catalog.engine, 'ask')
  for (const page of ['/api/units/?page_size=7', `${CZECH}?q=`, '/translate/tidewatch/web/de/']) {
    expect((await request(threaded.app, page))[0]).toBe(200)
  }
  const works = call.mock.calls.map(([work]) => work.name)
  call.mockRestore()
  expect(works.filter((name) => name.startsWith('search'))).toEqual([])
})

test('an invalid query found by a thread is refused like any other', async () => {
  const outdated = await request(threaded.app, '/api/units/?format=json&q=is:outdated')
  expect(outdated[0]).toBe(200)
  const query = encodeURIComponent('source:r"(a+)+\\bb" is:no-such')
  const [status, body] = await request(threaded.app, `/api/units/?format=json&q=${query}`)
  expect([status, JSON.parse(body).errors[0].attr]).toEqual([400, 'q'])
})

test('the API refuses a search that times out, and pages report it beside the form', async () => {
  const { catalog, config } = threaded
  const hasty = createApp({
    config,
    catalog: {
      ...catalog,
      askAbout: (work, components, args, options) =>
        catalog.askAbout(work, components, args, { ...options, maxMs: 1 }),
    },
  })
  const terms = Array.from({ length: 45 }, (_, index) => `NOT source:r"(a|b)*.x${index}"`)
  const query = encodeURIComponent(terms.join(' '))
  const [status, body] = await request(hasty, `/api/units/?format=json&q=${query}`)
  expect([status, JSON.parse(body)]).toEqual([
    400,
    {
      type: 'validation_error',
      errors: [{ code: 'invalid', detail: 'The search takes more than 2 s', attr: 'q' }],
    },
  ])
  const page = await hasty.request(`/search/?q=${query}`)
  const isTimeout = (await page.text()).includes('The search takes more than 2 s')
  // What a deadline cut is not kept: another time it may be quick enough.
  expect([page.status, isTimeout, page.headers.get('Cache-Control')]).toEqual([
    200,
    true,
    'no-store',
  ])
})

test.each([
  '/api/projects/tidewatch/compare/?base=v1.0.0&page_size=500&format=json',
  '/api/projects/tidewatch/compare/?base=v1.1.0&head=v1.0.0&page_size=500&format=json',
  '/api/components/tidewatch/web/compare/?base=v1.0.0&head=v1.1.0&kind=failing&format=json',
  '/compare/tidewatch/?base=v1.0.0&head=v1.1.0',
  '/compare/tidewatch/web/?base=v1.1.0',
])('a worker thread compares like the main thread: %s', async (path) => {
  const ask = vi.spyOn(threaded.catalog.engine, 'ask')
  onTestFinished(() => ask.mockRestore())
  // A page may be sent before its menu of refs, which it waits for only a moment.
  await vi.waitFor(async () => {
    const [status, body] = await request(threaded.app, path)
    const [, expected] = await request(plain.app, path)
    expect([status, withoutTimes(body)]).toEqual([200, withoutTimes(expected)])
  }, 20_000)
  expect(ask.mock.calls.map(([work]) => work.name)).toContain('compare')
})

/** Only gettext becomes `mo`, and the demo has none: test/api/gettext-downloads.test.ts has that one. */
const ofDemo = [...conversions.keys()].filter((id) => id !== 'mo')

test.each(ofDemo)('a worker thread converts to %s like the main thread', async (id) => {
  const call = vi.spyOn(threaded.catalog.engine, 'ask')
  for (const query of ['', '&q=NOT%20tide']) {
    const path = `/api/translations/tidewatch/web/cs/file/?format=${id}${query}`
    const [actual, expected] = await Promise.all(
      [threaded, plain].map(async ({ app }) => {
        const response = await app.request(path)
        return [response.status, Buffer.from(await response.arrayBuffer())] as const
      }),
    )
    expect(actual).toEqual([200, expected?.[1]])
  }
  const works = call.mock.calls.map(([work]) => work.name)
  call.mockRestore()
  expect(works.filter((name) => name === 'convert')).toEqual(['convert', 'convert'])
})

test('a worker thread finds a string in all other languages like the main thread', async () => {
  const [, list] = await request(plain.app, '/api/translations/tidewatch/web/en/units/?format=json')
  const path = `/api/units/${JSON.parse(list).results[3].id}/translations/?format=json`
  const [actual, expected] = [await request(threaded.app, path), await request(plain.app, path)]
  expect([actual, JSON.parse(actual[1]).length > 5]).toEqual([expected, true])
})

/** At other refs the times of units are found later. */
function withoutTimes(body: string): string {
  return body.replace(/"(last_updated|timestamp)":"[^"]*"/g, '"$1"')
}
