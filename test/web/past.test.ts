import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/read.ts'
import { effectText } from '../../src/facts/effects.ts'
import type { ChangeLog } from '../../src/history/changes/change-log.ts'
import type { Component } from '../../src/model/model.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory, type History } from '../support/history.ts'
import { addressesIn, readable } from '../support/web.ts'

const EVIL = `<script>alert("1")</script>'"&<img src=x onerror=alert(1)>`

async function createPast(): Promise<History> {
  const files = (en: object, cs: object) => ({
    'l/en.json': JSON.stringify(en),
    'l/cs.json': JSON.stringify(cs),
  })
  return createHistory([
    { name: 'start', files: files({ a: 'Save {x} now', b: 'B' }, { a: 'Uložit {x}' }) },
    {
      name: 'words',
      message: `Reword ${EVIL}`,
      files: files({ a: 'Save {x} later', b: 'B' }, { a: 'Uložit {x}' }),
      author: 'Bé "&" Ně',
      email: 'be@example.com',
    },
    {
      name: 'now',
      files: files({ a: 'Save {x} later', b: 'B' }, { a: 'Uložit {x}', b: `${EVIL} {y}` }),
    },
  ])
}

async function serve({ path: repo }: History, site: object = {}): Promise<TestServer> {
  const more = { repo, branch: 'main', check_flags: 'python-brace-format' }
  const project = { slug: 'app', name: 'App', web: 'https://example.org/' }
  const server = await serveProjects(
    [{ ...project, components: [jsonComponent('web', 'l', more)] }],
    site,
  )
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return server
}

/** A page once all its parts are ready. */
async function pageOf({ app }: TestServer, path: string): Promise<string> {
  let html = ''
  do html = await (await app.request(path)).text()
  while (html.includes('reload to see'))
  return html
}

test('outdated translations are listed below the edit of their source', async () => {
  const html = await pageOf(await serve(await createPast()), '/outdated/app/')
  const text = readable(html)
  expect(text).toContain('1 translation is older than its source. 1 edit of the source caused it')
  expect(text).toMatch(/a changed 2 Jan 2024 by Bé "&" Ně [0-9a-f]{7} Save {x} now later Czech/)
  expect(html).toContain('<del>now</del><ins>later</ins>')
  expect(html).toContain('Uložit <b class="ph">{x}</b>')
})

test('the number of outdated strings omits glossaries, and its link finds as many', async () => {
  const files = (text: string) => ({
    ...{ 'l/en.json': `{"a": "${text}"}`, 'l/cs.json': '{"a": "Á"}' },
    ...{ 'terms/en.json': `{"t": "${text}"}`, 'terms/cs.json': '{"t": "É"}' },
  })
  const { path: repo } = await createHistory([
    { name: 'start', files: files('Old text') },
    { name: 'now', files: files('New words') },
  ])
  const more = { repo, branch: 'main', state_from: 'follow' }
  const terms = jsonComponent('terms', 'terms', { ...more, is_glossary: true })
  const components = [jsonComponent('web', 'l', more), terms]
  const server = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  const html = await pageOf(server, '/projects/p/')
  expect(readable(html)).toContain('1 outdated')
  const [, address = ''] = /href="([^"]*)"[^>]*>(?:(?!<a ).)*? outdated</s.exec(html) ?? []
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'), 'http://x/projects/p/')
  const results = await pageOf(server, pathname + search)
  expect(results.match(/<div class="row">/g)?.length).toBe(1)
  expect(readable(results)).toMatch(
    /^Strings – P Glossaries count here, but not in the numbers of overviews\. Overview /,
  )
  expect(readable(await pageOf(server, '/search/p/web/'))).toMatch(/^Strings – WEB – P Overview /)
})

test('a search shows the number of outdated strings, and names its columns', async () => {
  const server = await serve(await createPast())
  const text = readable(await pageOf(server, '/search/app/?q=Save'))
  expect(text).toMatch(/ Outdated 1 .* Key Source Translation /)
})

test('commits list their effects in each component', async () => {
  const history = await createPast()
  const server = await serve(history)
  const text = readable(await pageOf(server, '/commits/app/'))
  expect(text).toContain('3 commits changed translations here')
  expect(text).toMatch(/Reword <script>.* Bé "&" Ně WEB English and Czech: 1 reworded, 1 outdated/)
  const narrowed = await pageOf(server, '/commits/app/web/cs/?offset=3')
  expect(readable(narrowed)).toContain('3 to 3 of 3')
})

test.each([
  [1, '1 file became unreadable'],
  [2, '2 files became unreadable'],
])('a commit lists the number of files that it made unreadable: %d', (failed, text) => {
  const none = { translated: 0, reworded: 0, lost: 0, added: 0, sourceChanged: 0 }
  const component = {} as Component
  expect(effectText([{ ...none, failed, component, language: undefined }])).toBe(text)
})

test('a co-author with the name of the author is named once', async () => {
  const files = { 'l/en.json': '{"a": "A"}', 'l/cs.json': '{"a": "Á"}' }
  const message = 'Translate\n\nCo-authored-by: Ada Example <ada@other.example>'
  const server = await serve(await createHistory([{ name: 'now', files, message }]))
  const text = readable(await pageOf(server, '/commits/app/'))
  expect(text).toMatch(/ Translate Ada Example WEB /)
})

test('changes are filtered by person, action and time, and link to their strings', async () => {
  const server = await serve(await createPast())
  const all = readable(await pageOf(server, '/changes/app/'))
  const [, count] = /([0-9]+) changes, the newest first/.exec(all) ?? []
  const api = await server.get<{ count: number }>('/api/projects/app/changes/')
  expect(count).toBe(String(api.count))
  const filtered = await pageOf(server, '/changes/app/?action=30&user=be')
  expect(readable(filtered)).toContain('Source string changed, WEB, Czech')
  expect(readable(filtered)).toContain('1 change, the newest first')
  const feeds = addressesIn(filtered).filter((address) => address.includes('/atom/'))
  expect(feeds).toEqual([
    '../../exports/atom/app/',
    '../../exports/atom/app/?user=be&action=30',
    '../../exports/atom/app/',
  ])
  const none = readable(await pageOf(server, '/changes/app/?timestamp_before=2001-01-01'))
  expect(none).toContain('Nothing matches these filters. Show all')
  const [string = ''] = addressesIn(filtered).filter((address) => address.includes('checksum='))
  const { pathname, search } = new URL(string, 'http://localhost/changes/app/')
  expect((await server.app.request(pathname + search)).status).toBe(200)
})

test('checks have the counts of the API, and each lists its strings with reasons', async () => {
  const server = await serve(await createPast())
  const html = await pageOf(server, '/checks/app/')
  const counts = await server.get<{ name: string; units: number }[]>('/api/projects/app/checks/')
  for (const { name, units } of counts) {
    const strings = units === 1 ? '1 string' : `${units} strings`
    expect(html).toContain(`aria-label="${strings} with ${name}"`)
  }
  const text = readable(await pageOf(server, '/checks/python_brace_format/app/web/cs/'))
  expect(text).toContain('This check fails on 1 string.')
  expect(text).toContain('b app/web, Czech {y} is not in the source.')
  expect((await server.app.request('/checks/no_such_check/')).status).toBe(404)
})

test('a comparison counts the changes between two refs, or says that a ref is unknown', async () => {
  const history = await createPast()
  const server = await serve(history)
  const { start = '', now = '' } = history.oids
  const text = readable(await pageOf(server, `/compare/app/?base=${start}&head=${now}`))
  expect(text).toContain('The source gained 0 strings, lost 0 and changed 1.')
  expect(text).toContain('1 translation added, 0 lost; 1 string newly failing a check.')
  expect(text).toMatch(/Czech 50\.0 100\.0 \+50\.0/)
  expect(text).toContain('Newly failing 1 b app/web, Czech: python_brace_format')
  expect(readable(await pageOf(server, '/compare/app/?base=nope'))).toContain(
    'There is no such branch, tag or commit.',
  )
  expect(readable(await pageOf(server, '/compare/app/'))).toContain('From To branch Compare')
})

test('a comparison and its review can be limited to one language', async () => {
  const history = await createPast()
  const server = await serve(history)
  const { start = '', now = '' } = history.oids
  const refs = `base=${start}&amp;head=${now}`
  const all = await pageOf(server, `/compare/app/?base=${start}&head=${now}`)
  expect(all).toContain(`<a href="../../compare/app/-/cs/?${refs}">Czech</a>`)
  const czech = await pageOf(server, `/compare/app/-/cs/?base=${start}&head=${now}`)
  expect(readable(czech)).toContain('The source gained 0 strings, lost 0 and changed 1.')
  expect(readable(czech)).toContain('Newly failing 1 b app/web, Czech: python_brace_format')
  expect(czech).toContain(
    `<a href="../../../../review/app/${start}..${now}/?language=cs">Review</a>`,
  )
  const german = readable(await pageOf(server, `/compare/app/-/de/?base=${start}&head=${now}`))
  expect(german).not.toContain('Czech')
  expect(await pageOf(server, `/compare/-/-/cs/?base=${start}`)).not.toContain('/review/')
  const review = (query: string) => pageOf(server, `/review/app/${start}..${now}/${query}`)
  expect(readable(await review('?language=cs'))).toContain(' in Czech')
  expect(readable(await review('?language=de'))).not.toContain('app/web, Czech')
  expect(await review('')).toContain('<a href="./?language=cs">Czech</a>')
})

test('texts from repositories and addresses are escaped', async () => {
  const history = await createPast()
  const server = await serve(history)
  const evil = encodeURIComponent(EVIL)
  const pages = [
    ...['/outdated/app/', '/commits/app/', '/changes/app/', '/checks/python_brace_format/'],
    ...[`/compare/app/?base=${history.oids['start']}&head=${evil}`, `/compare/app/?base=${evil}`],
    ...[`/changes/app/?user=${evil}`, `/changes/app/?timestamp_after=${evil}`, `/checks/${evil}/`],
    ...[`/compare/app/?base=${history.oids['start']}`, `/outdated/app/?ref=${evil}`],
  ]
  for (const path of pages) {
    const tags = (await pageOf(server, path)).replace(/"[^"]*"/g, '')
    expect(tags).not.toMatch(/<script(?! src)|<img|<[^>]*\son[a-z]+=/)
  }
})

test('pages name no person if authors are hidden', async () => {
  const server = await serve(await createPast(), { authors: false })
  for (const path of [
    '/outdated/app/',
    '/commits/app/',
    '/changes/app/',
    '/translate/app/web/cs/',
  ]) {
    const html = await pageOf(server, path)
    expect(html).not.toMatch(/Ada|Ně|\/user\//)
  }
})

test('the tabs select Changes for commits, and Compare for reviews', async () => {
  const history = await createPast()
  const server = await serve(history)
  const current = async (path: string) =>
    /class="tabs".*? aria-current="page">([^<]*)/s.exec(await pageOf(server, path))?.[1]
  expect([
    await current('/commits/app/'),
    await current(`/review/app/${history.oids['start']}/`),
  ]).toEqual(['Changes', 'Compare'])
})

test('a page of changes shows the commits of its changes, their range and empty strings', async () => {
  const files = (count: number, text: string) => {
    const units = Array.from({ length: count }, (_, index) => [`k${index}`, `${text} ${index}`])
    return {
      'l/en.json': JSON.stringify({ a: 'A', ...Object.fromEntries(units) }),
      'l/cs.json': JSON.stringify({ a: text, b: '' }),
    }
  }
  const server = await serve(
    await createHistory([
      { name: 'start', files: files(0, 'One') },
      { name: 'some', files: files(120, 'Two') },
      { name: 'many', files: files(300, 'Three') },
    ]),
  )
  const heads = async (app: Pick<TestServer['app'], 'request'>, offset: number) => {
    const html = await (await app.request(`/changes/app/?offset=${offset}`)).text()
    const subjects = html.match(/(?<=class="subj"[^>]*>)[^<]*/g)
    const text = readable(html)
    return [
      subjects,
      /[^.]* the newest first/.exec(text)?.[0],
      /\S+ to \S+( of \S+)?(?= |$)/.exec(text)?.[0],
    ]
  }
  expect([await heads(server.app, 1), await heads(server.app, 501)]).toEqual([
    [['many'], 'Changes – App 852 changes, the newest first', '1 to 500 of 852'],
    [['many', 'some', 'start'], 'Changes – App 852 changes, the newest first', '501 to 852 of 852'],
  ])
  expect(readable(await pageOf(server, '/changes/app/'))).toContain(
    'k299 String added in the repository, WEB, Czech Three 299 k298',
  )
  const log = server.catalog.changes(server.catalog.current())
  const list: ChangeLog['list'] = async (...asked) => ({
    ...(await log.list(...asked)),
    ...{ count: 507, isCounted: false },
  })
  const catalog = { ...server.catalog, changes: () => ({ list }) as ChangeLog }
  const text = 'projects: []'
  const from = { text, file: 'a.yml', environment: {}, readSecretFile: () => '' }
  expect(await heads(createApp({ catalog, config: readConfig(from) }), 1)).toEqual([
    ['many'],
    'Changes – App Changes, the newest first',
    '1 to 500',
  ])
})
