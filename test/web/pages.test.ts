import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { readDemoConfig } from '../../src/cli/config-file.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { openDemo } from '../support/demo.ts'
import { createHistory } from '../support/history.ts'
import { addressesIn, readable, textOf } from '../support/web.ts'

let app: App
let catalog: Catalog

beforeAll(async () => {
  const demo = await openDemo()
  app = demo.app
  catalog = demo.catalog
})
afterAll(() => catalog.close())

/** The text of a page once all its parts are ready. */
async function stableText(path: string): Promise<string> {
  await vi.waitFor(
    async () => expect((await app.request(path)).headers.get('Cache-Control')).not.toBe('no-store'),
    { timeout: 20_000, interval: 200 },
  )
  return textOf(app, path)
}

async function api<T>(path: string): Promise<T> {
  return (await app.request(path, { headers: { Accept: 'application/json' } })).json() as Promise<T>
}

test.each([
  ['/projects/tidewatch/web/cs/', '/api/translations/tidewatch/web/cs/statistics/'],
  ['/languages/he/', '/api/languages/he/statistics/'],
])('%s shows the numbers of %s', async (page, path) => {
  const { total, translated, fuzzy, translated_percent } = await api<Record<string, number>>(path)
  const format = (value = 0) => value.toLocaleString('en')
  const rest = (total ?? 0) - (translated ?? 0) - (fuzzy ?? 0)
  expect(await textOf(app, page)).toContain(
    `${translated_percent?.toFixed(1)} % translated ${format(translated)} translated ${format(fuzzy)} needs editing ${format(rest)} untranslated`,
  )
})

test('all pages show the share of a language that its badge shows, without the glossary', async () => {
  const badge = await api<{ message: string }>('/widget/tidewatch/-/ar/translated-badge.json')
  expect(badge.message).toBe('54.3%')
  for (const page of ['/languages/ar/', '/projects/tidewatch/-/ar/']) {
    const text = await textOf(app, page)
    expect(text).toContain('4 components, 114 strings')
    expect(text).toContain('54.3 % translated 62 translated 0 needs editing 52 untranslated')
    expect(text).toContain('Strings of glossaries do not count.')
  }
  expect(await textOf(app, '/languages/')).toMatch(/Arabic ar العربية 54\.3 0 1 52 114 4/)
  expect(await textOf(app, '/projects/tidewatch/')).toMatch(/Arabic ar 54\.3 0 1 52 /)
  expect(await textOf(app, '/engage/tidewatch/-/ar/')).toContain(
    '114 strings, Arabic, 54.3 % translated.',
  )
  expect(await textOf(app, '/engage/tidewatch/')).toContain('54.3 52 to translate, 1 to correct')
  expect(await textOf(app, '/compare/tidewatch/?base=v2.0.0')).toMatch(/Arabic \S+ 54\.3 /)
  // The links of counts find as many strings.
  for (const page of [
    '/languages/',
    '/languages/ar/',
    '/projects/tidewatch/',
    '/engage/tidewatch/',
  ]) {
    const html = await (await app.request(page)).text()
    const [, path = ''] =
      /((?:search|translate)\/[-a-z]+\/-\/ar\/\?q=state%3Aempty[^"]*)"/.exec(html) ?? []
    const text = await textOf(app, `/${path.replaceAll('&amp;', '&')}`)
    expect(text.match(/not translated tidewatch/g)?.length).toBe(52)
  }
})

test('all pages show the share of the project that its badge shows, without the glossary', async () => {
  const badge = await api<{ message: string }>('/widget/tidewatch/svg-badge.json')
  expect(badge.message).toBe('70%')
  const counts = '70.5 % translated 1,534 translated 0 needs editing 640 untranslated'
  const definition =
    'Of all strings in all languages, with the source language but without glossaries. Badges round down to 70 %.'
  for (const page of ['/', '/projects/tidewatch/']) {
    const text = await textOf(app, page)
    expect(text).toContain(counts)
    expect(text).toContain(definition)
  }
  expect(await textOf(app, '/')).toMatch(/Tidewatch 70\.5 0 \d+ 640 16 2,174/)
  expect(await textOf(app, '/projects/')).toMatch(/Tidewatch 70\.5 0 \d+ 640 16 2,174/)
  expect(await textOf(app, '/stats/')).toMatch(/Tidewatch 2,174 1,534 .*All 2,174 1,534 /)
  const engage = await textOf(app, '/engage/tidewatch/')
  expect(engage).toContain('70.5 % translated')
  expect(engage).toContain(definition)
  // The links of counts find as many strings.
  const html = await (await app.request('/projects/tidewatch/')).text()
  const [, query = ''] = /search\/tidewatch\/\?(q=state%3Aempty[^"]*)"/.exec(html) ?? []
  const text = await textOf(app, `/search/tidewatch/?${query.replaceAll('&amp;', '&')}`)
  expect(text).toContain('1 to 100 of 640')
})

test('the number of errors of a language links to its failing checks', async () => {
  const html = await (await app.request('/engage/tidewatch/')).text()
  const [, path] = /href="[./]*([^"]*)">3 to correct/.exec(html) ?? []
  expect(path).toBe('checks/tidewatch/-/pt_BR/')
})

test('a search with OR stays in its component', async () => {
  const text = await textOf(app, '/search/tidewatch/help/?q=language:cs+OR+language:de')
  expect(text.match(/tidewatch\/\w+, \w+/g)).toEqual([
    ...Array.from({ length: 35 }, () => 'tidewatch/help, Czech'),
    ...Array.from({ length: 35 }, () => 'tidewatch/help, German'),
  ])
})

test('a project shows outdated strings, failing checks, recent changes and translators', async () => {
  const text = await stableText('/projects/tidewatch/')
  expect(text).toContain('33 outdated')
  expect(text).toMatch(/Longest outdated All 33 16 months \{height\} m above chart datum/)
  expect(text).toMatch(/Failing checks All checks Check Strings Java format 5 ICU MessageFormat 5/)
  expect(text).toMatch(/Recent changes .* Finnish and Dutch: 34 translated 21 Jul 2025/)
  expect(text).toMatch(/Who translated Tomáš Dvořáček 366 Jonas Wetterkamp 289/)
  expect(text).toMatch(
    /Since the first commit .* v2\.0\.0 v1\.1\.0 v1\.0\.0 2,174 strings 1,534 translated/,
  )
})

test('the trend has a text alternative', async () => {
  await stableText('/projects/tidewatch/')
  expect(await (await app.request('/projects/tidewatch/')).text()).toContain(
    'aria-label="From 6 Feb 2024 to 11 Aug 2025 the number of strings went from 23 to 2,174, and of translated strings from 23 to 1,534."',
  )
})

test('a component shows its languages with words left, its repository and its refs', async () => {
  const text = await stableText('/projects/tidewatch/mobile/')
  expect(text).toMatch(/Arabic ar 68\.2 0 0 13 75 20 May 2025 Tomáš Dvořáček/)
  expect(text).toContain('Repository demo.git Branch main Files mobile/lib/l10n/app_*.arb')
  expect(text).toContain('Also at main, release/1.x, v2.0.0, v1.1.0, v1.0.0')
})

test('a translation shows its states, its language and its file', async () => {
  const text = await stableText('/projects/tidewatch/mobile/ru/')
  expect(text).toContain(
    'Russian – Mobile app – Tidewatch русский · Mobile app of Tidewatch: 41 strings, 185 words.',
  )
  expect(text).toContain(
    'Translated 30 73.1 117 777 Needs editing 0 0.0 0 0 Untranslated 11 26.8 68 485',
  )
  expect(text).toContain('Plural forms 1. 1, 21, 31, 41, 51 … 2. 2, 3, 4, 22, 23 …')
  expect(text).toContain('Path mobile/lib/l10n/app_ru.arb Blob c423701')
})

test('both addresses of a language in a project show the same page', async () => {
  const text = await stableText('/projects/tidewatch/-/ar/')
  expect(text).toMatch(/^Arabic – Tidewatch العربية · Tidewatch: 4 components/)
  const other = await stableText('/languages/ar/tidewatch/')
  expect(other.replace(/Overview.*/, '')).toBe(text.replace(/Overview.*/, ''))
})

test('languages are listed with their own names, and each has a page', async () => {
  expect(await textOf(app, '/languages/')).toMatch(
    /16 languages with a translation somewhere\. .* Arabic ar العربية 54\.3/,
  )
  expect(await textOf(app, '/languages/ar/')).toMatch(
    /^Arabic – Languages العربية · 1 project, 4 components/,
  )
  expect((await app.request('/languages/xx/')).status).toBe(404)
})

test('the address selects the column by which a table is sorted', async () => {
  const text = await textOf(app, '/projects/tidewatch/?sort_by=-failing')
  expect(text).toMatch(/Nautical glossary German de .* Russian ru .* English \(/)
  const html = await (await app.request('/projects/tidewatch/?sort_by=-failing')).text()
  expect(html).toContain('aria-sort="descending"><a href="./?sort_by=failing">Errors')
})

test('a table of 703 languages is paged, and sorted across its pages', async () => {
  const codes = Array.from({ length: 702 }, (_, index) => `x${1000 + index}`)
  const files = ['en', ...codes].map((code) => [`l/${code}.json`, '{"a":"A"}'])
  const { path: repo } = await createHistory([{ name: '1', files: Object.fromEntries(files) }])
  const components = [jsonComponent('l', 'l', { repo, branch: 'main' })]
  const project = { slug: 'p', name: 'P', web: 'https://example.org/', components }
  const server = await serveProjects([project])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  const page = async (query: string) =>
    (await (await server.app.request(`/projects/p/l/${query}`)).text()).split('</table>')[0] ?? ''
  const languagesOn = (html: string) => html.match(/<small class="m">x?\w+/g)?.length
  const first = await page('')
  expect(languagesOn(first)).toBe(700)
  expect(first).not.toContain('data-sort')
  expect(languagesOn(await page('?offset=701'))).toBe(3)
  expect(await page('?sort_by=-name')).toContain('x1701 (generated)')
})

test('outdated translations can be filtered by language', async () => {
  const textIn = (query: string) => stableText(`/outdated/tidewatch/${query}`)
  expect(await textIn('')).toContain('33 translations are older than their source')
  const text = await textIn('?language=de')
  expect(text).toMatch(/^Outdated translations .* [1-9] translations are older than their source/)
  const html = await (await app.request('/outdated/tidewatch/?language=de')).text()
  const codes = html.matchAll(/translate\/tidewatch\/\w+\/(\w+)\/\?checksum/g)
  expect([...new Set(Array.from(codes, ([, code]) => code))]).toEqual(['de'])
  expect(await textIn('?language=nope')).toContain('Nothing matches these filters. Show all')
})

test('a person is shown with what they translated', async () => {
  const text = await stableText('/user/haruka/')
  expect(text).toContain('渡辺 遥 haruka, since')
  expect(text).toMatch(/233 strings translated in 2 languages .* Japanese \d+ .*Mobile app/)
  expect(text).toMatch(/Recent changes All changes .* 渡辺 遥/)
  expect((await app.request('/user/nobody/')).status).toBe(404)
})

test('components and languages are found by name', async () => {
  const response = await app.request('/find/?q=web')
  const html = await response.text()
  expect(readable(html)).toContain('Tidewatch/Web site component')
  expect(addressesIn(html)).toContain('../projects/tidewatch/web/')
  const many = await textOf(app, '/find/?q=e')
  expect(many).toContain('At most 100 of each kind.')
  expect(many).toMatch(/Czech language .* Hebrew language .* Spanish language/)
  expect(await textOf(app, '/find/?q=zzz')).toContain('Nothing found. Search the strings for it.')
})

test.each([
  ['/projects/', 'Projects'],
  ['/stats/', 'Statistics'],
  ['/about/', 'About'],
])('%s has its heading', async (path, title) => {
  expect(await textOf(app, path)).toMatch(new RegExp(`^${title}`))
})

test('pages name no person if authors are hidden', async () => {
  const quiet = await openDemo({ authors: false })
  const names = /Dvořáček|Wetterkamp|Østergaard|user\//
  for (const path of ['/', '/projects/tidewatch/', '/projects/tidewatch/mobile/']) {
    await quiet.app.request(path)
    expect(await (await quiet.app.request(path)).text()).not.toMatch(names)
  }
  expect((await quiet.app.request('/user/haruka/')).status).toBe(404)
  await quiet.catalog.close()
})

test('titles of windows name the page and its place', async () => {
  const paths = ['/', '/languages/', '/projects/tidewatch/web/cs/', '/checks/tidewatch/web/']
  const titles = paths.map(async (path) => {
    const html = await (await app.request(path)).text()
    return /<title>(.*)<\/title>/.exec(html)?.[1]
  })
  expect(await Promise.all(titles)).toEqual([
    'gitglot',
    'Languages – gitglot',
    'Czech – Web site – Tidewatch',
    'Checks – Web site – Tidewatch',
  ])
})

test.each([
  ['/checks/icu_message_format/tidewatch/', 'ICU MessageFormat – Tidewatch', '5 strings'],
  [
    '/checks/icu_message_format/tidewatch/mobile/ru/',
    'ICU MessageFormat – Russian – Mobile app – Tidewatch',
    '1 string',
  ],
])('%s shows only the failing strings of its place', async (path, title, count) => {
  const html = await (await app.request(path)).text()
  expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe(title)
  expect(readable(html)).toContain(`fails on ${count}.`)
})

test('people are listed by the number of strings that they translated', async () => {
  expect(await stableText('/users/')).toMatch(
    /^People 10 people in commits\. .* Strings Since Tomáš Dvořáček tomas\.dvoracek 366 8 Feb 2024 Jonas Wetterkamp/,
  )
})

test('a translation offers the formats that it can be downloaded in', async () => {
  const offered = async (path: string) =>
    /Also as ((?:[a-z]+ )+)/.exec(await textOf(app, path))?.[1]
  expect([
    await offered('/projects/tidewatch/web/cs/'),
    await offered('/projects/tidewatch/terms/cs/'),
  ]).toEqual(['csv json po xliff tmx xlsx ', 'po xliff tmx xlsx '])
})

test('the page about the server shows its version and the last poll of each repository', async () => {
  const { headers } = await app.request('/about/')
  expect(headers.get('Cache-Control')).toBe('no-cache')
  const text = await textOf(app, '/about/')
  expect(text).toContain('Version 0.1.0.')
  expect(text).toMatch(
    /Repositories Repository Branch Last poll demo\.git main \d+ \w+ \d+ \d\d:\d\d UTC/,
  )
})

test('only the demo says that it is a demo', async () => {
  const config = readDemoConfig({})
  const demo = createApp({ catalog, config, isDemo: true })
  const notice = 'This is a demo of an app that does not exist.'
  expect((await textOf(demo, '/')).includes(notice)).toBe(true)
  expect((await textOf(app, '/')).includes(notice)).toBe(false)
})

test('a search lists nothing without a condition', async () => {
  const listed = async (query: string) =>
    (await (await app.request(`/search/tidewatch/${query}`)).text()).includes('class="units')
  expect([await listed(''), await listed('?language='), await listed('?language=cs')]).toEqual([
    false,
    false,
    true,
  ])
})

test('menus filter a search, which omits sources by default', async () => {
  const countOf = async (query: string) => {
    const html = await (await app.request(`/search/tidewatch/${query}`)).text()
    return html.match(/<div class="row">/g)?.length ?? 0
  }
  expect([
    await countOf('?q=Tidewatch+key:appTitle'),
    await countOf('?q=Tidewatch+key:appTitle&language=*'),
    await countOf('?q=Tidewatch+key:appTitle&language='),
    await countOf('?q=Tidewatch+key:appTitle&language=en'),
    await countOf('?language=cs&check=icu_message_format'),
    await countOf('?language=ru&check=icu_message_format&state=%3E%3Dtranslated'),
  ]).toEqual([15, 16, 15, 1, 0, 1])
})

test('the filters for errors, warnings and notes find as many strings as they count', async () => {
  const html = await (await app.request('/search/tidewatch/')).text()
  const chips = html.matchAll(
    /<a href="([^"]*)">(?:(?!<\/a>).)*?<\/svg>(Errors|Warnings|Notes)<b>(\d+)<\/b>/g,
  )
  const counts: unknown[] = []
  for (const [, address = '', name, count] of chips) {
    const path = new URL(address.replaceAll('&amp;', '&'), 'http://x/search/tidewatch/')
    const list = await (await app.request(path.pathname + path.search)).text()
    counts.push([name, Number(count), list.match(/<div class="row">/g)?.length])
  }
  expect(counts).toEqual([
    ['Errors', 24, 24],
    ['Warnings', 5, 5],
    ['Notes', 25, 25],
  ])
})

test('a comparison offers branches and tags, by default the latest tag and the branch', async () => {
  const ask = async () => (await app.request('/compare/tidewatch/')).text()
  await vi.waitFor(async () => expect(await ask()).toContain('<option value="v2.0.0">tag</option>'))
  expect((await ask()).match(/<input name="\w+" value="[^"]*"/g)).toEqual([
    '<input name="base" value="v2.0.0"',
    '<input name="head" value="main"',
  ])
})

test('the page about the server names documents that are in the package', async () => {
  const html = await (await app.request('/about/')).text()
  const names = [...html.matchAll(/<code>(docs\/[^<]*)<\/code>/g)].map(([, name = '']) => name)
  expect(names.map((name) => [name, existsSync(name)])).toEqual(
    ['index', 'query-language', 'checks', 'badges-and-feeds', 'api', 'server'].map((name) => [
      `docs/${name}.md`,
      true,
    ]),
  )
})
