import { beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import { typicalAddresses } from '../support/addresses.ts'
import { appProject, serveProjects } from '../support/catalog.ts'
import { requestCounted } from '../support/counted.ts'
import { createRepository } from '../support/git-repository.ts'
import { useDemo } from '../support/use-demo.ts'

const MAIN = '856e7b7828de0ce0fd240f398d58b2872403f05f'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const demo = useDemo()
let paths: ReadonlyMap<string, string>

beforeAll(async () => {
  paths = await typicalAddresses(demo.app, Object.keys(ENDPOINTS))
  // So that the metrics have all changes, too.
  for (const query of ['', `?ref=${MAIN}`]) await requestCounted(demo.app, `/api/changes/${query}`)
})

const get = async <T = Record<string, unknown>>(path: string) =>
  (await (await demo.app.request(path)).json()) as T

const withoutRef = (text: string) =>
  text.replace(/([?&])ref=[0-9a-f]{40}(&?)/g, (_, start: string, end: string) =>
    end === '' ? '' : start,
  )

/** The times of units come from the whole log; at a ref, whose answers are for ever, nothing waits for that. */
const withoutTimes = (text: string) =>
  text.replace(/"timestamp":"[^"]*","last_updated":"[^"]*"/g, '"timestamp":"","last_updated":""')

describe('with the id of the served commit', () => {
  // A comparison has refs of its own, and neither the list of refs nor the look at a remote is that of a commit.
  test.each(
    Object.keys(ENDPOINTS).filter((pattern) => !/\/(?:compare|review|refs|remote)$/.test(pattern)),
  )('%s answers as without it, for ever, and its links carry it', async (pattern) => {
    const path = paths.get(pattern) ?? ''
    const headers = { Accept: 'application/json' }
    const plain = await requestCounted(demo.app, path, { headers })
    const fixed = await requestCounted(demo.app, `${path}&ref=${MAIN}`, { headers })
    expect(fixed.status).toBe(plain.status)
    const body = Buffer.from(await fixed.arrayBuffer()).toString('latin1')
    const links = body.match(/"http:\/\/localhost\/api\/[^"]*"/g) ?? []
    expect(links.filter((link) => !/[?&]ref=[0-9a-f]{40}/.test(link))).toEqual([])
    const text = Buffer.from(await plain.arrayBuffer()).toString('latin1')
    expect(withoutTimes(withoutRef(body))).toBe(withoutTimes(text))
    if (fixed.status === 200) expect(fixed.headers.get('Cache-Control')).toBe(IMMUTABLE)
  })
})

test('an older ref has its own counts, units and files', async () => {
  const { total, revision } = await get<{ total: number; revision: string }>(
    '/api/translations/tidewatch/web/cs/?ref=v1.0.0',
  )
  expect(total).toBe(26)
  const file = await demo.app.request('/api/translations/tidewatch/web/cs/file/?ref=v1.0.0')
  const now = await demo.app.request('/api/translations/tidewatch/web/cs/file/')
  expect(Object.keys((await file.json()) as object).length).toBe(26)
  expect(Object.keys((await now.json()) as object).length).toBe(38)
  const { revision: served } = await get<{ revision: string }>(
    '/api/translations/tidewatch/web/cs/',
  )
  expect(revision).not.toBe(served)
})

test('pages, units and sources link to the same ref', async () => {
  const list = await get<{ next: string; results: { url: string; source_unit: string }[] }>(
    '/api/translations/tidewatch/web/cs/units/?ref=release/1.x&page_size=2&format=json',
  )
  expect(list.next).toBe(
    'http://localhost/api/translations/tidewatch/web/cs/units/?format=json&page=2&page_size=2&ref=release%2F1.x',
  )
  for (const unit of list.results) {
    expect(unit.url).toMatch(/\?format=json&ref=release%2F1\.x$/)
    expect(await get(unit.url)).toEqual(unit)
    const source = await get<{ url: string }>(unit.source_unit)
    expect(source.url).toBe(unit.source_unit)
  }
})

test('a removed language exists at an older ref', async () => {
  expect((await demo.app.request('/api/translations/tidewatch/web/da/')).status).toBe(404)
  expect(await get('/api/translations/tidewatch/web/da/?ref=v1.0.0')).toMatchObject({
    translated: 8,
    total: 26,
    last_author: expect.any(String),
  })
})

test.each([
  ['a branch', 'release/1.x', 'no-cache'],
  ['a tag', 'v1.0.0', 'no-cache'],
  ['a full id', '09f9122a0bda6fc4c11986c5c51e40a80877a497', IMMUTABLE],
  ['a full id in capitals', '09F9122A0BDA6FC4C11986C5C51E40A80877A497', IMMUTABLE],
])('responses at %s have the right cache policy', async (_name, ref, expected) => {
  const { headers } = await demo.app.request(`/api/projects/tidewatch/statistics/?ref=${ref}`)
  expect(headers.get('Cache-Control')).toBe(expected)
})

test('a search may depend on the day, so it is not cached', async () => {
  const { headers } = await demo.app.request(`/api/units/?q=changed:>yesterday&ref=${MAIN}`)
  expect(headers.get('Cache-Control')).toBe('no-cache')
})

test.each(['main~1', 'main@{2025-08-04}', '@2025-08-10', 'v2.0.0^0', 'main@{2025-08-04T11:00Z}'])(
  'the ref %s is the release of that day, and its responses are not cached',
  async (ref) => {
    const path = '/api/translations/tidewatch/web/cs/statistics/?format=json&ref='
    const response = await demo.app.request(path + encodeURIComponent(ref))
    const released = (await (await demo.app.request(`${path}v2.0.0`)).text()).replaceAll(
      'ref=v2.0.0',
      new URLSearchParams({ ref }).toString(),
    )
    expect(await response.text()).toBe(released)
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
  },
)

test.each(['ref', 'base'])('the parameter %s of a comparison takes a range', async (name) => {
  const path = '/api/projects/tidewatch/compare/?format=json&page_size=5&'
  const separate = await get<Record<string, unknown>>(`${path}base=v1.0.0&head=v2.0.0`)
  const ranged = await get<Record<string, unknown>>(`${path}${name}=v1.0.0..v2.0.0`)
  expect([ranged['base'], ranged['head'], ranged['count'], ranged['languages']]).toEqual([
    ...['v1.0.0', 'v2.0.0'],
    ...[separate['count'], separate['languages']],
  ])
})

test.each([
  ['main@{never}', 'expected a date such as 2024-06-01'],
  ['@1990-01-01', 'its history begins only'],
  ['main~100000', 'has no such parent'],
  ['main..v1.0.0', 'expected one branch, tag or commit, found a range'],
  ['@{', 'expected a branch, tag or commit of a repository'],
  [`main${'~1'.repeat(600)}`, 'expected a branch, tag or commit of a repository'],
])('the ref %s is refused with the reason', async (ref, reason) => {
  const response = await demo.app.request(`/api/languages/?ref=${encodeURIComponent(ref)}`)
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(reason)])
})

test('an empty ref is ignored', async () => {
  const [empty, none] = await Promise.all([get('/api/languages/?ref='), get('/api/languages/')])
  expect(empty).toEqual(none)
})

test.each([
  ['nope', 'nope'],
  ['a'.repeat(40), 'a'.repeat(40)],
  ['../../HEAD', '../../HEAD'],
  ['%00', '\0'],
  ['refs/stash', 'refs/stash'],
])('the ref %s exists in no repository', async (ref, name) => {
  const response = await demo.app.request(`/api/projects/?ref=${ref}`)
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      type: 'client_error',
      errors: [
        {
          code: 'not_found',
          detail: `ref ${JSON.stringify(name)}: expected a branch, tag or commit of a repository`,
          attr: null,
        },
      ],
    },
  ])
})

test('a component added later is in no list and no count of an old ref', async () => {
  const { results } = await get<{ results: { slug: string }[] }>(
    '/api/projects/tidewatch/components/?ref=v1.0.0',
  )
  expect(results.map(({ slug }) => slug)).toEqual(['mobile', 'web', 'android'])
})

test.each([
  ['/api/components/tidewatch/help/', 'component "help"'],
  ['/api/components/tidewatch/help/statistics/', 'component "help"'],
  ['/api/translations/tidewatch/help/en/units/', 'component "help"'],
  ['/api/translations/tidewatch/help/en/file/', 'component "help"'],
  ['/api/translations/tidewatch/web/nl/units/', 'translation "nl"'],
])('%s is not found at a ref without it', async (path, what) => {
  const response = await demo.app.request(`${path}?ref=v1.0.0`)
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      type: 'client_error',
      errors: [{ code: 'not_found', detail: `The ${what} did not exist at v1.0.0.`, attr: null }],
    },
  ])
})

test('a commit before all translations is an error', async () => {
  const { path, commits } = await createRepository([
    { README: 'Nothing yet' },
    { 'l/en.json': '{"a":"A"}' },
  ])
  const { app, catalog } = await serveProjects([appProject(path, 'l')])
  const responses = ['/api/projects/', '/projects/app/'].map(async (page) => {
    const response = await app.request(`${page}?ref=${commits[0]}`)
    const text = await response.text()
    return [response.status, text.includes('No component has files at this ref.')]
  })
  expect(await Promise.all(responses)).toEqual([
    [404, true],
    [404, true],
  ])
  await catalog.close()
})
