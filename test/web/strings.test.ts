import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'
import { addressesIn, readable, textOf } from '../support/web.ts'

const EVIL = `<script>alert("1")</script>'"&<img src=x onerror=alert(1)>`

interface Files {
  readonly en: object
  readonly cs: object
  readonly more?: object
}

async function serve({ en, cs, more = {} }: Files): Promise<TestServer> {
  const files = (target: object, source = en) => ({
    'l/en.json': JSON.stringify(source),
    'l/cs.json': JSON.stringify(target),
  })
  const { path: repo } = await createHistory([
    { name: 'start', files: files({}), author: '&"it&quot;' },
    { name: 'now', files: files(cs) },
  ])
  const component = jsonComponent('web', 'l', { repo, branch: 'main', ...more })
  const server = await serveProjects([
    { slug: 'app', name: 'App', web: 'https://example.org/', components: [component] },
  ])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return server
}

/** The page of the string with a key, once all its parts are ready. */
async function pageOfString({ app, get }: TestServer, key: string): Promise<string> {
  const { results } = await get<{ results: { context: string; web_url: string }[] }>(
    '/api/translations/app/web/cs/units/?page_size=1000',
  )

  const unit = results.find(({ context }) => context.startsWith(key))
  const { pathname, search } = new URL(unit?.web_url ?? '')
  for (;;) {
    const response = await app.request(`${pathname}${search}`)
    if (response.headers.get('Cache-Control') !== 'no-store') return response.text()
  }
}

test('a string shows its key, failing checks, texts and history', async () => {
  const server = await serve({
    en: { greeting: 'Hello {name}.', other: 'Other' },
    cs: { greeting: 'Ahoj.', other: '' },
    more: {
      check_flags: 'python-brace-format',
      repoweb: 'https://x.example/{{filename}}#{{line}}',
    },
  })
  const html = await pageOfString(server, 'greeting')
  const text = readable(html)
  expect(text).toContain('greeting translated, failing a check string 1 of 2')
  expect(text).toContain('Python brace format. The translation has no {name}.')
  expect(text).toContain('Hello {name}.')
  expect(html).toContain('<mark><b class="ph">{name}</b></mark>')
  // There are no links to severities that no check has.
  expect(addressesIn(html).filter((address) => address.includes('NOT'))).toEqual([])
  expect(html).toContain('<p class="txt" lang="cs" dir="ltr">Ahoj.</p>')
  expect(text).toMatch(/History 2 Jan 2024 .* untranslated → translated/)
  expect(addressesIn(html)).toContain('https://x.example/l/cs.json#1')
})

test('texts from repositories are escaped', async () => {
  const server = await serve({
    en: { [`k${EVIL}`]: EVIL, b: `${EVIL}\u202e\u200b x  y ` },
    cs: { [`k${EVIL}`]: EVIL, b: EVIL },
    more: { name: `Web ${EVIL.slice(0, 40)}` },
  })
  const pages = [
    await pageOfString(server, 'k<script>'),
    await pageOfString(server, 'b'),
    await (await server.app.request(`/translate/app/web/cs/?q=${encodeURIComponent(EVIL)}`)).text(),
    await (await server.app.request(`/search/?q=${encodeURIComponent('alert')}`)).text(),
    await (
      await server.app.request(`/translate/app/web/cs/?ref=${encodeURIComponent(EVIL)}`)
    ).text(),
  ]
  for (const html of pages) {
    const tags = html.replace(/"[^"]*"/g, '')
    expect(tags).not.toMatch(/<script(?! src)|<img|<[^>]*\son[a-z]+=/)
  }
})

test('a wrong query is shown with its mistake marked, and stays in the form', async () => {
  const { app } = await serve({ en: { a: 'A' }, cs: { a: 'á' } })
  const path = `/translate/app/web/cs/?q=${encodeURIComponent('a AND foo:bar b')}`
  const html = await (await app.request(path)).text()
  expect(readable(html)).toContain('The query has a mistake. Unknown search field: foo')
  expect(html).toContain('a AND <mark>foo:bar</mark> b')
  expect(html).toContain('value="a AND foo:bar b"')
})

test('messages are previewed for each plural form; wrong ones say why', async () => {
  const more = { check_flags: 'icu-message-format' }
  const server = await serve({
    en: { n: '{n, plural, one{# file of {who}} other{# files of {who}}}', bad: 'A {x}' },
    cs: {
      n: '{n, plural, one{# soubor od {who}} few{# soubory} many{# souboru} other{# souborů}}',
      bad: 'Á {x',
    },
    more,
  })
  const text = readable(await pageOfString(server, 'n'))
  expect(text).toContain('one 1 1 file of {who} 1 soubor od {who}')
  expect(text).toContain('few 2 2 files of {who} 2 soubory')
  expect(text).toContain('many 1.5 1.5 files of {who} 1,5 souboru')
  expect(text).toContain('other 5 5 files of {who} 5 souborů')
  expect(readable(await pageOfString(server, 'bad'))).toContain(
    'The translation does not parse: expected, or }, found the end at character 5.',
  )
})

test('spaces that a check marks in part are each shown once', async () => {
  const server = await serve({ en: { run: 'To sea' }, cs: { run: 'Na   moře' } })
  const space = '<b class="sp"> </b>'
  const html = await pageOfString(server, 'run')
  expect(html).toContain(`>Na<mark>${space}${space}</mark>${space}moře<`)
})

test('a page shows only the beginning of a long string', async () => {
  const long = '{a}'.repeat(10_000)
  const more = { check_flags: 'python-brace-format' }
  const server = await serve({ en: { long }, cs: { long }, more })
  const html = await pageOfString(server, 'long')
  const shown = html.match(/(?:<b class="ph">\{a\}<\/b>)+(?:\{…)?/g) ?? []
  const counts = shown.map((text) => text.split('{a}').length - 1)
  expect(counts).toEqual([333, 333, 3333, 3333])
  expect(shown.every((text) => text.endsWith('{…'))).toBe(true)
  const changes = await textOf(server.app, '/changes/')
  expect(changes.split('{a}').length - 1).toBe(2 * 333)
})

test('a page has 100 strings in less than 200 kB, and links to the next page', async () => {
  const texts = Array.from({ length: 250 }, (_, n) => [
    `key.number.${n}`,
    `Text {{n}} of ${n}, `.repeat(5),
  ])
  const all = Object.fromEntries(texts)
  const { app } = await serve({ en: all, cs: all, more: { check_flags: 'i18next-interpolation' } })
  const html = await (await app.request('/translate/app/web/cs/')).text()
  expect(html.length).toBeLessThan(200_000)
  expect(html.match(/class="row"/g)).toHaveLength(100)
  expect(readable(html)).toContain('1 to 100 of 250 Next')
  const next = addressesIn(html).find((address) => address.includes('offset='))
  expect(next).toBe('./?offset=101')
  expect(await textOf(app, '/translate/app/web/cs/?offset=201')).toContain('201 to 250 of 250')
})

test('a string without a key is named by its context, its place in the code or its number', async () => {
  const { path: repo } = await createHistory([
    {
      name: 'start',
      files: {
        'l/cs.po':
          '#: src/dialog.c:10 src/menu.c:2\nmsgid "Sail"\nmsgstr ""\n\nmsgid "Boat"\nmsgstr ""\n\nmsgctxt "sea"\nmsgid "Wave"\nmsgstr ""\n',
      },
    },
  ])
  const component = jsonComponent('web', 'l', {
    ...{ repo, branch: 'main', file_format: 'po', filemask: 'l/*.po', template: '' },
  })
  const server = await serveProjects([
    { slug: 'app', name: 'App', web: 'https://example.org/', components: [component] },
  ])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  const text = await textOf(server.app, '/translate/app/web/cs/')
  expect(text).toMatch(
    /Context English Czech untranslated: dialog\.c:10 Sail .*: string 2 Boat .*: sea Wave/,
  )
})

test('strings are sorted by the requested column', async () => {
  const { app } = await serve({ en: { b: 'x', a: 'y y', c: 'z' }, cs: { b: '2', a: '1', c: '3' } })
  const keysOf = async (sort: string) => {
    const html = await (await app.request(`/translate/app/web/cs/?sort_by=${sort}`)).text()
    return [...html.matchAll(/: <\/span>(\w)<\/a>/g)].map(([, key]) => key).join('')
  }
  const orders = ['', '-position', 'context', '-context', '-target', '-num_words', 'nonsense']
  expect(await Promise.all(orders.map(keysOf))).toEqual(
    ['bac', 'cab', 'abc', 'cba', 'cba', 'acb', 'bac'].map((keys, index) =>
      // Only the number of words counts: the two others stay in their order.
      orders[index] === '-num_words' ? 'acb' : keys,
    ),
  )
})

test('the last string of a page links to the first of the next page, and back', async () => {
  const texts = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 'A']))
  const server = await serve({ en: texts, cs: {} })
  const stepsAt = async (key: string) => {
    const html = await pageOfString(server, key)
    const addresses = [...html.matchAll(/rel="(prev|next)" href="([^"]*checksum[^"]*)"/g)]
    const keys = addresses.map(async ([, rel, href = '']) => {
      const { search } = new URL(href, 'http://localhost/')
      const next = await (await server.app.request(`/translate/app/web/cs/${search}`)).text()
      return `${rel} ${/<li class="on">.*?: <\/span>(\w+)<\/a>/s.exec(next)?.[1]}`
    })
    return Promise.all(keys)
  }
  expect([await stepsAt('k99'), await stepsAt('k100')]).toEqual([
    ['prev k98', 'next k100'],
    ['prev k99'],
  ])
})

test('the filter and the menu find strings that need editing after the history', async () => {
  const files = (source: string) => ({ 'l/en.json': `{"a":"${source}"}`, 'l/cs.json': '{"a":"á"}' })
  const { path: repo } = await createHistory([
    { name: 'start', files: files('A') },
    { name: 'now', files: files('B') },
  ])
  const component = jsonComponent('web', 'l', { repo, branch: 'main', state_from: 'follow' })
  const { app, catalog } = await serveProjects([
    { slug: 'app', name: 'App', components: [component] },
  ])
  onTestFinished(catalog.close)
  await catalog.complete
  const readPage = async (query: string) => (await app.request(`/search/app/web/${query}`)).text()
  const [, chip, count] =
    /href="\.\/([^"]*)">(?:(?!<a).)*Needs editing<b>(\d+)/s.exec(await readPage('')) ?? []
  const pages = await Promise.all([chip ?? '', '?state=needs-editing'].map(readPage))
  const rowCounts = pages.map((html) => html.match(/checksum=\w+" id=/g)?.length)
  expect([count, rowCounts]).toEqual(['1', [1, 1]])
})

test('filters count the strings of the chosen language, and keep it', async () => {
  const { app } = await serve({ en: { a: 'A', b: 'B' }, cs: { a: 'á', b: '' } })
  const chipsOf = async (query: string) => {
    const html = await (await app.request(`/search/app/web/${query}`)).text()
    const [chips = ''] = /<nav class="chips" aria-label="States".*?<\/nav>/s.exec(html) ?? []
    return [...chips.matchAll(/href="([^"]*)".*?<b>(\d+)<\/b>/g)]
      .slice(0, 3)
      .map(([, href, count]) => `${href} ${count}`)
  }
  expect(await Promise.all(['', '?language=*', '?language=en'].map(chipsOf))).toEqual([
    ['./?q=state%3A%3E%3Dtranslated 1', './?q=is%3Aneeds-editing 0', './?q=state%3Aempty 1'],
    [
      './?language=*&amp;q=state%3A%3E%3Dtranslated 3',
      './?language=*&amp;q=is%3Aneeds-editing 0',
      './?language=*&amp;q=state%3Aempty 1',
    ],
    [
      './?language=en&amp;q=state%3A%3E%3Dtranslated 2',
      './?language=en&amp;q=is%3Aneeds-editing 0',
      './?language=en&amp;q=state%3Aempty 0',
    ],
  ])
})

test('results of a search link to their strings', async () => {
  const { app } = await serve({ en: { a: 'A', b: 'B' }, cs: { a: 'á', b: '' } })
  const html = await (await app.request('/search/app/web/?q=state:empty')).text()
  expect(readable(html)).toContain('untranslated: b B not translated app/web, Czech')
  const [address = ''] = addressesIn(html).filter((link) => link.includes('checksum='))
  const opened = await app.request(new URL(address, 'http://localhost/search/app/web/').pathname)
  expect(opened.status).toBe(200)
})

test('results of a search are grouped by translation, in the order of its file', async () => {
  const texts = Object.fromEntries([...'fbdaec'].map((key) => [key, `sail ${key}`]))
  const { app } = await serve({ en: texts, cs: texts })
  const html = await (await app.request('/search/app/web/?q=sail&language=*')).text()
  const rows = [...html.matchAll(/<div class="row">.*?<\/div>/gs)].map(([row]) => readable(row))
  expect(rows.map((row) => row.replace(/.*?: (.) .* app.web, (.*)/, '$1 $2'))).toEqual(
    ['English', 'Czech'].flatMap((name) => [...'fbdaec'].map((key) => `${key} ${name}`)),
  )
})

test('a page of many long changes yields between them', async () => {
  const texts = (word: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, `${word} ${i} `.repeat(50)]))
  const { app } = await serve({ en: texts('sail'), cs: texts('plachta') })
  let [turns, isOver] = [0, false]
  const countTurns = () => {
    turns++
    if (!isOver) setImmediate(countTurns)
  }
  countTurns()
  const html = await (await app.request('/changes/')).text()
  isOver = true
  expect(html.match(/<ins>plachta 39 /)?.length).toBe(1)
  expect(turns).toBeGreaterThan(40)
})

test('rows name failing checks, errors first, and the filter counts them by severity', async () => {
  const { app } = await serve({
    en: { a: 'Hello {name}.', b: 'Good bye.', c: 'Right.' },
    cs: { a: 'Ahoj', b: 'Nashledanou', c: 'Správně.' },
    more: { check_flags: 'python-brace-format' },
  })
  const html = await (await app.request('/translate/app/web/cs/')).text()
  const rows = [...html.matchAll(/<div class="row">.*?<\/div>/gs)].map(([row]) => readable(row))
  expect(rows).toEqual([
    'translated, failing a check: a Hello {name}. Ahoj error: Python brace format note: Mismatched full stop',
    'translated: b Good bye. Nashledanou note: Mismatched full stop',
    'translated: c Right. Správně.',
  ])
  expect(readable(html)).toContain('By failing check: 1 error, 1 note')
})

test('no query of a search escapes its project or the other conditions', async () => {
  const { path: repo } = await createHistory([
    {
      name: 'now',
      files: {
        'l/en.json': '{"a": "apple \\"tart"}',
        'l/cs.json': '{"a": "jablko \\" koláč"}',
        'm/en.json': '{"a": "apple"}',
        'm/cs.json': '{"a": ""}',
      },
    },
  ])
  const project = (slug: string, folder: string) => {
    return { slug, name: slug, components: [jsonComponent('web', folder, { repo })] }
  }
  const { app, catalog } = await serveProjects([project('p', 'l'), project('q', 'm')])
  onTestFinished(catalog.close)
  const titlesFor = async (query: Readonly<Record<string, string>>) => {
    const html = await (await app.request(`/search/p/?${new URLSearchParams(query)}`)).text()
    const hrefs = addressesIn(html).filter((address) => address.includes('checksum='))
    return [...new Set(hrefs.map((address) => /translate\/([^?]*)/.exec(address)?.[1]))]
  }
  for (const [query, places] of [
    [{ q: 'apple "', language: '' }, ['p/web/cs/']],
    [{ q: '(plum OR "tart)', language: '' }, ['p/web/cs/']],
    [{ q: 'apple', state: 'empty) OR (state:>=empty' }, []],
    [{ q: 'apple', state: '>=translated' }, ['p/web/cs/']],
    [{ q: 'apple', state: '>=translated', language: '*' }, ['p/web/en/', 'p/web/cs/']],
  ] as const) {
    expect([query, await titlesFor(query)]).toEqual([query, places])
  }
  expect(await textOf(app, '/search/p/?q=plum)+OR+(apple')).toContain(
    "The query has a mistake. Failed to parse the query string: Expected end of text, found ')' (at char 4)",
  )
})
