import { once } from 'node:events'
import { get } from 'node:http'
import v8 from 'node:v8'
import vm from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { JsonList } from '../../src/api/rendering/json.ts'
import { encodeLines } from '../../src/api/rendering/render.ts'
import { listen } from '../../src/http/listen.ts'
import { streamOf } from '../../src/http/serve-page.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository, type FileTree } from '../support/git-repository.ts'

const LANGUAGES = [
  'en',
  'cs',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'sk',
]
const STRINGS = 3000
const TRANSLATION = '/api/translations/p/big/de/units/'

let server: TestServer
beforeAll(async () => {
  const tree: Record<string, string> = {}
  for (const code of LANGUAGES) {
    const texts = Array.from({ length: STRINGS }, (_, index) => [
      `key.${index}`,
      `Text number ${index} in ${code}`,
    ])
    tree[`l/${code}.json`] = JSON.stringify(Object.fromEntries(texts))
  }
  const { path } = await createRepository([tree satisfies FileTree])
  const component = {
    slug: 'big',
    name: 'Big',
    repo: path,
    file_format: 'json',
    filemask: 'l/*.json',
    template: 'l/en.json',
  }
  server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example', components: [component] },
  ])
  await server.catalog.complete
  // The times of units come with a later view; here all answers are to be from the same.
  await ask(TRANSLATION)
  const { catalog } = server
  await vi.waitFor(
    () => expect(catalog.current().projects[0]?.components[0]?.times).not.toBe(undefined),
    { timeout: 30_000 },
  )
})
afterAll(() => server.catalog.close())

interface Unit {
  readonly id: number
  readonly position: number
  readonly context: string
}

const ask = (path: string, headers: Record<string, string> = {}) =>
  server.app.request(path, { headers })

async function linesOf(path: string): Promise<Unit[]> {
  const text = await (await ask(path)).text()
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Unit)
}

describe('format=ndjson', () => {
  test('has all units of a translation, each as the list has it', async () => {
    const units = await linesOf(`${TRANSLATION}?format=ndjson`)
    const page = await ask(`${TRANSLATION}?page_size=1000&page=3&format=ndjson-is-no-page`)
    expect(page.status).toBe(404)
    const list = (await (await ask(`${TRANSLATION}?page_size=1000&page=3&format=json`)).json()) as {
      results: Unit[]
    }
    const plain = (unit: unknown) => JSON.stringify(unit).replaceAll('format=ndjson', 'format=json')
    expect(units.length).toBe(STRINGS)
    expect(units.slice(2000).map(plain)).toEqual(list.results.map(plain))
  })

  test('has the units that a query finds in all projects, ordered by id', async () => {
    const units = await linesOf('/api/units/?format=ndjson&q=context:=key.7')
    const ids = units.map(({ id }) => id)
    expect(units.map(({ context }) => context)).toEqual(LANGUAGES.map(() => 'key.7'))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('can be requested with Accept, on any page', async () => {
    const response = await ask(`${TRANSLATION}?page=99&page_size=2`, {
      Accept: 'application/x-ndjson',
    })
    const lines = (await response.text()).split('\n')
    expect([response.status, response.headers.get('Content-Type'), lines.length]).toEqual([
      200,
      'application/x-ndjson',
      STRINGS + 1,
    ])
  })

  test('has statistics, too', async () => {
    const rows = (await linesOf('/api/projects/p/components/statistics/?format=ndjson')) as unknown
    expect((rows as { code: string }[]).map(({ code }) => code).toSorted()).toEqual(
      LANGUAGES.toSorted(),
    )
  })

  test('is compressed for a client that takes gzip, which has its own tag', async () => {
    const plain = await ask(`${TRANSLATION}?format=ndjson`)
    const zipped = await ask(`${TRANSLATION}?format=ndjson`, { 'Accept-Encoding': 'gzip, br' })
    const names = ['Content-Encoding', 'Vary', 'ETag']
    const tag = plain.headers.get('ETag')?.slice(1, -1)
    expect(names.map((name) => [plain.headers.get(name), zipped.headers.get(name)])).toEqual([
      [null, 'gzip'],
      ['Accept, Accept-Encoding', 'Accept, Accept-Encoding'],
      [`"${tag}"`, `"${tag}-gzip"`],
    ])
    const bytes = Buffer.from(await zipped.arrayBuffer())
    const text = await plain.text()
    expect(gunzipSync(bytes).toString()).toBe(text)
    expect(bytes.length).toBeLessThan(text.length / 10)
    const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': `"${tag}-gzip"` }
    expect((await ask(`${TRANSLATION}?format=ndjson`, headers)).status).toBe(304)
  })

  test('answers 304 to a client that has it', async () => {
    const { headers } = await ask(`${TRANSLATION}?format=ndjson`)
    const tag = headers.get('ETag') ?? ''
    const again = await ask(`${TRANSLATION}?format=ndjson`, { 'If-None-Match': tag })
    const other = await ask('/api/units/?format=ndjson', { 'If-None-Match': tag })
    expect([tag, again.status, await again.text(), other.status]).toEqual([
      expect.stringMatching(/^"[\w-]{27}"$/),
      304,
      '',
      200,
    ])
  })

  test.each([
    [`${TRANSLATION}?format=ndjson&q=(`, 400],
    ['/api/translations/p/big/xx/units/?format=ndjson', 404],
    ['/api/projects/?format=ndjson', 404],
  ])('%s is an error in one line of JSON', async (path, status) => {
    const response = await ask(path)
    const text = await response.text()
    expect([response.status, Object.keys(JSON.parse(text))]).toEqual([status, ['type', 'errors']])
  })

  test('nothing found is no line', async () => {
    expect(await (await ask(`${TRANSLATION}?format=ndjson&q=context:=x`)).text()).toBe('')
  })

  test('HEAD has the headers and no body', async () => {
    const response = await server.app.request(`${TRANSLATION}?format=ndjson`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

test('memory in use stays the same while 30 MB go by', async () => {
  const { body } = await ask('/api/units/?format=ndjson')
  const reader = body?.getReader()
  let bytes = 0
  const uses: number[] = []
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) break
    if (bytes >> 22 !== (bytes + part.value.length) >> 22) uses.push(usedBytes())
    bytes += part.value.length
  }
  expect(bytes).toBeGreaterThan(30_000_000)
  expect(uses.length).toBeGreaterThan(7)
  expect(Math.max(...uses) - Math.min(...uses)).toBeLessThan(15_000_000)
})

/** After garbage is collected; buffers need a second time. */
function usedBytes(): number {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('a client', () => {
  /** Serves endless lines and says how many were made. */
  async function serveLines() {
    let made = 0
    const line = 'x'.repeat(10_000)
    const item = () => {
      made += 1
      return line
    }
    const { url, stop } = await listen({
      respond:
        ({ target }) =>
        async () =>
          new Response(
            target.endsWith('/count') ? 'x' : streamOf(encodeLines(new JsonList(1_000_000, item))),
          ),
      host: '127.0.0.1',
      port: 0,
    })
    return { url, stop, made: () => made }
  }

  /** The server has answered other requests meanwhile. */
  async function pass(url: string, requests: number): Promise<void> {
    for (let index = 0; index < requests; index++) await (await fetch(`${url}count`)).text()
  }

  test('that reads slowly pauses the encoding', async () => {
    const server = await serveLines()
    const request = get(server.url)
    const [response] = await once(request, 'response')
    response.pause()
    await pass(server.url, 200)
    const before = server.made()
    await pass(server.url, 200)
    expect([server.made() - before, before * 10_000 < 32 << 20]).toEqual([0, true])
    request.destroy()
    await server.stop(0)
  })

  test('that goes away ends the work', async () => {
    const server = await serveLines()
    const request = get(server.url)
    const [response] = await once(request, 'response')
    await once(response, 'data')
    request.destroy()
    await pass(server.url, 50)
    const before = server.made()
    await pass(server.url, 200)
    expect(server.made() - before).toBe(0)
    await server.stop(0)
  })
})
