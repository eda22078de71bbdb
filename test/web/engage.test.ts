import { basename } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

let server: TestServer
let project: object
let repo: string

beforeAll(async () => {
  const { path } = await createRepository([
    { 'en.json': '{"a": "One", "b": "Two"}', 'cs.json': '{"a": "Jedna"}' },
    { 'en.json': '{"a": "One", "b": "Two"}', 'cs.json': '{"a": "Jednička"}' },
  ])
  repo = path
  const component = {
    ...jsonComponent('web', '.', { repo, name: 'Web' }),
    ...{ filemask: '*.json', template: 'en.json' },
  }
  project = { slug: 'p', name: 'A [B]', web: 'https://p.example/', components: [component] }
  server = await serveProjects([project])
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

async function textAt(path: string, { app }: Pick<TestServer, 'app'> = server): Promise<string> {
  const html = await (await app.request(path)).text()
  const [, main = ''] = /<main id="main">([\s\S]*?)<\/main>/.exec(html) ?? []
  return main
    .replace(/<nav[\s\S]*?<\/nav>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('the engage page says what is left, how to add a language and who translated', async () => {
  await vi.waitFor(async () => expect(await textAt('/engage/p/')).toContain('Thanks to'))
  const [text = ''] = (await textAt('/engage/p/')).split(' Badges Translated ')
  expect(text).toBe(
    'Get involved in A [B]! 2 strings, 2 languages, 75.0 % translated. ' +
      'A [B] has 2 texts: buttons, messages, help pages. 1 translation is missing or no longer fits. ' +
      'If you know the language, you can add a few in minutes. ' +
      'Of all strings in all languages, with the source language. Badges round down to 75 %. ' +
      'Go to the project See all numbers ' +
      'Your language Language Own name Translated, % What is left Czech čeština 50.0 1 to translate ' +
      'How to contribute Edit the file of your language and submit the change to the repository: ' +
      `${basename(repo)} Web *.json ` +
      'Add another language Copy the file of a component to one named after your language, here uk , ' +
      'translate its texts and submit the new file to the repository. Web en.json to uk.json ' +
      'Thanks to Ada Example Björn Beispiel',
  )
})

test('the engage page of a language says what is left in each component', async () => {
  const [text = ''] = (await textAt('/engage/p/-/cs/')).split(' Thanks to ')
  expect(text).toContain('2 strings, Czech, 50.0 % translated.')
  expect(text).toContain(
    'What is left Component Translated, % What is left Web 50.0 1 to translate',
  )
  expect(text).toMatch(/How to contribute .* Web cs\.json$/)
})

test('untranslated strings have a link, strings missing from the file have none', async () => {
  const { path: repo } = await createRepository([
    {
      'po/app.pot':
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8"\n\nmsgid "A"\nmsgstr ""\n\nmsgid "B"\nmsgstr ""\n',
      'po/de.po':
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8"\n\nmsgid "A"\nmsgstr ""\n',
    },
  ])
  const component = {
    ...{ slug: 'c', name: 'C', repo, branch: 'main', file_format: 'po' },
    ...{ filemask: 'po/*.po', new_base: 'po/app.pot' },
  }
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components: [component] }])
  onTestFinished(catalog.close)
  await catalog.complete
  const html = await (await app.request('/engage/p/')).text()
  expect(/<td>(<a [^>]*>1 to translate<.*?)<\/td>/.exec(html)?.[1]).toBe(
    '<a href="../../translate/p/-/de/?q=state%3Aempty">1 to translate</a>, <span>1 not in the file</span>',
  )
})

test('the engage page at a ref omits components that the ref lacks', async () => {
  const { path: repo, commits } = await createRepository([
    { 'web/en.json': '{"a": "One"}', 'web/cs.json': '{}' },
    { 'web/en.json': '{"a": "One"}', 'web/cs.json': '{}', 'app/en.json': '{"b": "Two"}' },
  ])
  const components = ['web', 'app'].map((slug) => jsonComponent(slug, slug, { repo }))
  const older = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(older.catalog.close)
  const filesAt = async (query: string) =>
    (await textAt(`/engage/p/${query}`, older)).match(/(?<=WEB |APP )\w+\/\*\.json/g)
  expect([await filesAt(''), await filesAt(`?ref=${commits[0]}`)]).toEqual([
    ['web/*.json', 'app/*.json'],
    ['web/*.json'],
  ])
})

test('nobody is thanked if authors are hidden', async () => {
  const silent = await serveProjects([project], { authors: false })
  await silent.catalog.complete
  await vi.waitFor(async () => {
    const { headers } = await silent.app.request('/engage/p/')
    expect(headers.get('Cache-Control')).not.toBe('no-store')
  })
  const text = await textAt('/engage/p/', silent)
  await silent.catalog.close()
  expect([text.includes('Thanks to'), text.includes('Ada')]).toEqual([false, false])
})

test.each([
  ['', '[![translated 75%](http://localhost/widget/p/svg-badge.svg)](http://localhost/engage/p/)'],
  [
    '?component=web&as=reStructuredText',
    '.. image:: http://localhost/widget/p/web/svg-badge.svg :alt: translated 75% :target: http://localhost/engage/p/',
  ],
  [
    '?language=cs&as=HTML&ref=main',
    '&lt;a href=&quot;http://localhost/engage/p/&quot;&gt;&lt;img src=&quot;http://localhost/widget/p/-/cs/svg-badge.svg?ref=main&quot; alt=&quot;translated 50%&quot;/&gt;&lt;/a&gt;',
  ],
  ['?as=Address', 'http://localhost/widget/p/svg-badge.svg'],
])('the page of badges%s shows the code to copy', async (query, code) => {
  const html = await (await server.app.request(`/widgets/p/${query}`)).text()
  const [, shown = ''] = /<pre id="code-svg">([^<]*)<\/pre>/.exec(html) ?? []
  expect(shown.replace(/\s+/g, ' ')).toBe(code)
  expect(/<img src="[^"]*svg-badge.svg[^"]*" width="(\d+)" height="20"/.exec(html)?.[1]).toBe('103')
})

test('a chosen colour applies to all badges that have it', async () => {
  const html = await (await server.app.request('/widgets/p/?color=white&as=Address')).text()
  const names = [...html.matchAll(/<pre[^>]*>[^<]*\/([^<]*)<\/pre>/g)].map(([, name]) => name)
  expect(names.join(' ')).toBe(
    'svg-badge.svg status-badge.png language-badge.svg multi-auto.svg horizontal-auto.svg matrix-auto.svg 287x66-white.png 88x31-white.png open-graph.png translated-badge.svg languages-badge.svg errors-badge.svg outdated-badge.svg',
  )
})

test('the code of a badge escapes Markdown in the name of the project', async () => {
  const html = await (await server.app.request('/widgets/p/')).text()
  expect(html).toContain('[![A bar for each language of A \\[B\\]](')
})

test.each([
  ['/widgets/', '/projects/'],
  ['/data/p/', '/projects/p/'],
  ['/engage/p/zh_Hans/', '/engage/p/-/zh_Hans/'],
  ['/exports/stats/p/web/', '/api/components/p/web/statistics/?format=json-flat'],
])('%s redirects to %s, as in Weblate', async (path, target) => {
  const { status, headers } = await server.app.request(path)
  expect([status, headers.get('Location')]).toEqual([301, `http://localhost${target}`])
})
