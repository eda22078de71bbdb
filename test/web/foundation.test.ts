import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { Config } from '../../src/config/config.ts'
import { openDemo } from '../support/demo.ts'
import { addressesIn, readable, textOf } from '../support/web.ts'

let app: App
let catalog: Catalog
let config: Config

beforeAll(async () => {
  const demo = await openDemo()
  app = demo.app
  catalog = demo.catalog
  config = demo.config
})
afterAll(() => catalog.close())

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

test.each(['/', '/projects/tidewatch/', '/nope/'])(
  '%s loads only files of the server, and has no inline scripts and styles',
  async (path) => {
    const response = await app.request(path)
    const html = await response.text()
    const names = ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options']
    expect(names.map((name) => response.headers.get(name))).toEqual([
      POLICY,
      'no-referrer',
      'nosniff',
    ])
    expect(html.match(/<style|<script(?![^>]* src=)| style=| on[a-z]+=/g)).toBeNull()
  },
)

test('style and script are cached forever under names made from their content', async () => {
  const html = await (await app.request('/projects/tidewatch/')).text()
  const files = addressesIn(html).filter((address) => address.includes('static/'))
  expect(files.map((file) => file.replace(/[0-9a-f]{12}/, 'HASH'))).toEqual([
    '../../static/gitglot.HASH.css',
    '../../static/gitglot.HASH.js',
  ])
  for (const file of files) {
    const response = await app.request(file.replace('../../', '/'))
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  }
  const other = await app.request('/static/gitglot.0123456789ab.css')
  expect([other.status, other.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect((await app.request('/static/other.css')).status).toBe(404)
})

test('a page has an ETag, and is not sent again if it matches', async () => {
  const first = await app.request('/languages/')
  const tag = first.headers.get('ETag') ?? ''
  const second = await app.request('/languages/', { headers: { 'If-None-Match': tag } })
  expect([first.status, first.headers.get('Cache-Control'), second.status]).toEqual([
    200,
    'no-cache',
    304,
  ])
})

test('an address without its last slash redirects to the page', async () => {
  const response = await app.request('/projects/tidewatch?ref=v1.0.0')
  expect([response.status, response.headers.get('Location')]).toEqual([
    301,
    './tidewatch/?ref=v1.0.0',
  ])
})

test.each([
  ['projects/tidewatch/', false],
  ['projects/tidewatch/?ref=v1.0.0', true],
  ['translate/tidewatch/web/cs/', false],
  ['translate/tidewatch/web/cs/?q=state:empty', true],
  ['translate/tidewatch/web/cs/?sort_by=-source', true],
  ['search/tidewatch/?q=tide', true],
  ['changes/tidewatch/', false],
  ['changes/tidewatch/?user=tomas.dvoracek', true],
  ['compare/tidewatch/', true],
  ['compare/tidewatch/?base=v1.0.0&head=v2.0.0', true],
  ['widgets/tidewatch/?language=de', true],
  ['find/?q=tide', true],
  ['projects/nope/', true],
])('/%s is hidden from search engines: %s', async (path, isPassed) => {
  const html = await (await app.request(`/${path}`)).text()
  expect(html.includes('<meta name="robots" content="noindex"/>')).toBe(isPassed)
})

describe('ref', () => {
  test('shows a page at a tag, and is kept in its links', async () => {
    const path = '/projects/tidewatch/?ref=v1.0.0'
    const html = await (await app.request(path)).text()
    expect(readable(html)).toMatch(
      /^Tidewatch 3 components, 11 languages.*Help pages, Nautical glossary did not exist at v1\.0\.0\. 87\.4 % translated/,
    )
    const pages = addressesIn(html).filter((link) =>
      /^(?!https?:|#).*\/projects\//.test(`./${link}`),
    )
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.filter((link) => !link.includes('ref='))).toEqual([
      '../../projects/tidewatch/help/',
      '../../projects/tidewatch/terms/',
    ])
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  })

  test('unknown to all repositories is an error that lists known refs', async () => {
    const response = await app.request('/projects/tidewatch/?ref=v9')
    const html = await response.text()
    expect([response.status, readable(html)]).toEqual([
      404,
      'Page not found ref "v9": expected a branch, tag or commit of a repository Show this page at the served commit. Known branches and tags: main branch release/1.x branch v2.0.0 tag v1.1.0 tag v1.0.0 tag',
    ])
    expect(addressesIn(html)).toEqual(expect.arrayContaining(['./', './?ref=v1.1.0']))
  })
})

describe('a page at a ref says what did not exist there', () => {
  test('components and languages, with links to the page above and the served commit', async () => {
    const pages = ['checks/tidewatch/help', 'translate/tidewatch/web/nl'].map(async (path) => {
      const response = await app.request(`/${path}/?ref=v1.0.0`)
      const html = await response.text()
      const offered = addressesIn(html).filter((link) => /projects\/.*ref=/.test(link))
      return [response.status, readable(html).replace(/ Branches and tags.*/, ''), offered]
    })
    expect(await Promise.all(pages)).toEqual([
      [
        404,
        'Page not found The component "help" did not exist at v1.0.0. Tidewatch at v1.0.0 Show this page at the served commit.',
        ['../../../projects/tidewatch/?ref=v1.0.0'],
      ],
      [
        404,
        'Page not found The translation "nl" did not exist at v1.0.0. Tidewatch/Web site at v1.0.0 Show this page at the served commit.',
        ['../../../../projects/tidewatch/web/?ref=v1.0.0'],
      ],
    ])
  })

  test('strings, with a link to the translation at the ref', async () => {
    const list = await app.request('/api/translations/tidewatch/web/cs/units/?page_size=1000')
    const { results } = (await list.json()) as { results: { context: string; id_hash: bigint }[] }
    const old = await app.request(
      '/api/translations/tidewatch/web/cs/units/?page_size=1000&ref=v1.0.0',
    )
    const before = new Set(
      ((await old.json()) as { results: { context: string }[] }).results.map(
        (unit) => unit.context,
      ),
    )
    const added = results.find(({ context }) => !before.has(context))?.context ?? ''
    const now = await (
      await app.request(`/translate/tidewatch/web/cs/?q=${encodeURIComponent(`key:="${added}"`)}`)
    ).text()
    const checksum = /checksum=([0-9a-f]{16})/.exec(now)?.[1]
    const html = await (
      await app.request(`/translate/tidewatch/web/cs/?checksum=${checksum}&ref=v1.0.0`)
    ).text()
    expect(readable(html)).toContain('This string did not exist at v1.0.0. All strings in Czech')
    expect(addressesIn(html)).toContain('../../../../translate/tidewatch/web/cs/?ref=v1.0.0')
  })
})

describe('an unknown address', () => {
  test.each([
    ['/nope/', 'gitglot has no page /nope/. It has these projects: Tidewatch tidewatch'],
    [
      '/projects/tidewatch/nope/',
      'Tidewatch has no page /projects/tidewatch/nope/. It has these components: Mobile app mobile Web site web Help pages help Android android Nautical glossary terms',
    ],
    [
      '/projects/tidewatch/web/xx/yy/',
      'Web site has no page /projects/tidewatch/web/xx/yy/. It has these languages: Arabic',
    ],
  ])('%s is 404, and the page lists what exists', async (path, text) => {
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(readable(await response.text())).toContain(text)
  })

  test('is escaped', async () => {
    const response = await app.request('/%3Cscript%3E/"><script>alert(1)</script>/')
    expect([response.status, (await response.text()).includes('<script>alert')]).toEqual([
      404,
      false,
    ])
  })
})

test.each([
  ['POST', '/', 405],
  ['PUT', '/projects/tidewatch/', 405],
  ['DELETE', '/translate/tidewatch/web/cs/?ref=v1.0.0', 405],
  ['PATCH', '/projects/tidewatch', 405],
  ['OPTIONS', '/widget/tidewatch/svg-badge.svg', 405],
  ['POST', '/exports/rss/', 405],
  ['POST', '/robots.txt', 405],
  ['POST', '/nope/', 404],
  ['POST', '/projects/nope/', 404],
  ['POST', '/api/projects/', 403],
])('%s %s is refused with %i', async (method, path, status) => {
  const response = await app.request(path, { method })
  const allow = status === 405 ? 'GET, HEAD' : null
  const { headers } = response
  if (status !== 403) expect(headers.get('Allow')).toBe(allow)
  expect([response.status, readable(await response.text()).includes('has no page')]).toEqual([
    status,
    status === 404,
  ])
})

test('a page explains that a method is not allowed', async () => {
  const response = await app.request('/', { method: 'POST' })
  expect(readable(await response.text())).toBe(
    'The server refused the request Method "POST" not allowed.',
  )
})

test('an internal error shows no details', async () => {
  const errors: string[] = []
  const broken = createApp({
    catalog: { ...catalog, view: () => Promise.reject(new Error('secret')) },
    config,
    onError: ({ message }) => errors.push(message),
  })
  const response = await broken.request('/projects/tidewatch/')
  const html = await response.text()
  expect([response.status, html.includes('secret'), errors]).toEqual([500, false, ['secret']])
  expect(readable(html)).toContain('The server failed to make this page')
})

describe('below a path', () => {
  const headers = { 'X-Forwarded-Prefix': '/l10n/' }
  const PROXY = '10.0.0.1'

  test.each(['/projects/tidewatch/', '/l10n/projects/tidewatch/'])(
    'a trusted proxy may request %s',
    async (path) => {
      const behind = createApp({ catalog, config: { ...config, trustedProxies: [PROXY] } })
      const response = await behind.request(path, { headers }, PROXY)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain('content="http://localhost/l10n/widget/tidewatch/open-graph.png"')
      expect(addressesIn(html).filter((address) => address.startsWith('/'))).toEqual([])
    },
  )

  test('addresses in the API include the path', async () => {
    const below = createApp({ catalog, config: { ...config, baseUrl: 'https://a.example/l10n' } })
    for (const path of ['/api/projects/', '/l10n/api/projects/']) {
      const body = (await (await below.request(path)).json()) as { results: { url: string }[] }
      expect(body.results[0]?.url).toContain('https://a.example/l10n/api/projects/tidewatch/')
    }
  })

  test('untrusted clients cannot set the path', async () => {
    const response = await app.request('/l10n/projects/tidewatch/', { headers }, '10.0.0.2')
    expect(response.status).toBe(404)
  })
})

test('the start page lists projects and their components', async () => {
  const text = await textOf(app, '/')
  expect(text).toContain('1 project, 5 components, 16 languages, 2,174 strings.')
  expect(text).toContain('70.5 % translated 1,534 translated 0 needs editing 640 untranslated')
  expect(text).toMatch(/Tidewatch 70\.5 .*Mobile app 73\.1 .*Web site 69\.2 /)
})

test('a project shows its languages by components', async () => {
  const text = await textOf(app, '/projects/tidewatch/')
  expect(text).toContain('Tidewatch 5 components, 16 languages. github.com/tidewatch/tidewatch')
  expect(text).toMatch(/Arabic ar 54\.3 0 1 52 68 31 no file – 62, 1 with errors 28 /)
})
