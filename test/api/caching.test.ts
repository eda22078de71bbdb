import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import type { App } from '../../src/app.ts'
import { typicalAddresses } from '../support/addresses.ts'
import { openDemo } from '../support/demo.ts'
import { createTemporaryFolder, hasGit } from '../support/git-repository.ts'
import { useDemo } from '../support/use-demo.ts'

const RELEASE = '918e6917c130ac8ea716991d355b226f0496f725'
const demo = useDemo()
/** By endpoint. */
let paths: ReadonlyMap<string, string>

beforeAll(async () => {
  paths = await typicalAddresses(demo.app, Object.keys(ENDPOINTS))
})

// Refs and fetches change while the view stays the same, so they are not cached.
describe.each(Object.keys(ENDPOINTS).filter((pattern) => !/\/(?:refs|remote)$/.test(pattern)))(
  '%s',
  (pattern) => {
    const request = (headers: Record<string, string> = {}) =>
      demo.app.request(paths.get(pattern) ?? '', { headers })

    /** Retries until slow results, such as trends and counts, are ready. */
    const settled = async (): Promise<Response> => {
      const response = await request()
      const isWhole = response.status !== 200 || response.headers.get('ETag') !== null
      return isWhole ? response : settled()
    }

    test('has a validator that makes the next answer a 304 without a body', async () => {
      const first = await settled()
      const { headers } = first
      if (first.status !== 200) {
        expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['no-cache', null])
        return
      }
      const tag = headers.get('ETag') ?? ''
      expect(tag).toMatch(/^"[\w-]{27}"$/)
      expect(headers.get('Vary')).toMatch(/^Accept(?:, Accept-Encoding)?$/)
      for (const tags of [tag, `"other", W/${tag}`]) {
        const again = await request({ 'If-None-Match': tags })
        const names = ['ETag', 'Last-Modified', 'Cache-Control', 'Vary']
        expect([again.status, await again.text()]).toEqual([304, ''])
        expect(names.map((name) => again.headers.get(name))).toEqual(
          names.map((name) => headers.get(name)),
        )
      }
      const later = new Date(Date.now() + 86_400_000).toUTCString()
      const changed = await request({ 'If-None-Match': '"other"', 'If-Modified-Since': later })
      expect(changed.status).toBe(200)
    })

    test('is the same in every encoding, each with a tag of its own', async () => {
      const read = async (encoding: string) => {
        const response = await request({ 'Accept-Encoding': encoding })
        const bytes = Buffer.from(await response.arrayBuffer())
        // Compared as texts of a character a byte: key by key it takes a hundred times as long.
        return { headers: response.headers, bytes, body: bytes.toString('latin1') }
      }
      const [plain, gzip, brotli] = [await read(''), await read('gzip'), await read('br')]
      const tags = [plain, gzip, brotli].map(({ headers }) => headers.get('ETag'))
      if (gzip.headers.get('Content-Encoding') === null) {
        expect(gzip.body).toBe(plain.body)
        expect(new Set(tags).size).toBe(1)
        return
      }
      expect(plain.headers.get('Vary')).toBe('Accept, Accept-Encoding')
      expect(gunzipSync(gzip.bytes).toString('latin1')).toBe(plain.body)
      expect(brotliDecompressSync(brotli.bytes).toString('latin1')).toBe(plain.body)
      expect(new Set(tags).size).toBe(3)
    })
  },
)

test.each([
  [0, 0, 0, 'no-cache'],
  [60, 0, 0, 'public, max-age=60'],
  [60, 3600, 0, 'public, max-age=60, stale-while-revalidate=3600'],
  [0, 30, 0, 'public, max-age=0, stale-while-revalidate=30'],
  [9, 3, 86_400, 'public, max-age=9, stale-while-revalidate=3, stale-if-error=86400'],
])('max_age %i, stale_while_revalidate %i and stale_if_error %i give %s', async (...row) => {
  const [maxAge, staleWhileRevalidate, staleIfError, policy] = row
  const demo = await openDemo({ maxAge, staleWhileRevalidate, staleIfError })
  const responses = ['/api/projects/', '/api/projects/nope/'].map((path) => demo.app.request(path))
  const policies = (await Promise.all(responses)).map(({ headers }) => headers.get('Cache-Control'))
  expect(policies).toEqual([policy, 'no-cache'])
  await demo.catalog.close()
})

/** Status, tag and content of every address. */
async function contents(replica: App, paths: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  for (const path of paths) {
    const response = await replica.request(path)
    const hash = createHash('sha1').update(Buffer.from(await response.arrayBuffer()))
    const { headers, status } = response
    const names = ['ETag', 'Last-Modified', 'Cache-Control', 'Content-Type']
    const shown = names.map((name) => headers.get(name)).join(' ')
    lines.push(`${path} ${status} ${shown} ${hash.digest('hex')}`)
  }
  return lines
}

test.skipIf(!hasGit())(
  'two servers with clones of their own answer with the same bytes',
  async () => {
    const open = async (dataDir: string) => {
      const demo = await openDemo()
      const repo = `file://${resolve('fixtures/demo.git')}`
      const projects = demo.config.projects.map((project) => ({
        ...project,
        components: project.components.map((component) => ({ ...component, repo })),
      }))
      await demo.catalog.close()
      const replica = await openDemo({ dataDir, projects })
      await replica.catalog.complete
      return replica
    }
    const folder = createTemporaryFolder()
    const fresh = await open(folder)
    await fresh.catalog.close()
    const replicas = [await open(folder), await open(createTemporaryFolder())]
    const requested = [...paths.values()].flatMap((path) => [
      path,
      `${path}&ref=${RELEASE}`,
      `${path}&format=csv`,
    ])
    const responses: string[][] = []
    for (const replica of replicas) {
      responses.push(await contents(replica.app, requested))
      await replica.catalog.close()
    }
    expect(responses[1]).toEqual(responses[0])
  },
)
