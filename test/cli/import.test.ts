import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { readConfigFile } from '../../src/cli/config-file.ts'
import { listen } from '../../src/http/listen.ts'
import { parseServerAddress } from '../../src/mirror/server-address.ts'
import { type Reply, serveApi, shop } from '../support/api-server.ts'
import { type Ended, gitglot, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

/** Runs `gitglot import` on the project `shop` of a server with these answers; the file that it wrote. */
async function importFrom(
  responses: Readonly<Record<string, Reply>>,
  project = 'projects/shop/',
): Promise<Ended & { readonly text: string }> {
  const server = await serveApi(responses)
  const folder = createTemporaryFolder()
  const ended = await gitglot(folder, ['import', `${server.origin}/${project}`])
  const text = readFileSync(join(folder, 'gitglot.yml'), 'utf8')

  return { ...ended, text: text.replaceAll(server.origin, '{base_url}') }
}

test('a recorded project of Weblate 5.14 is written with all settings of its components', async () => {
  const recorded = (name: string) =>
    JSON.parse(readFileSync(`fixtures/goldens/tidewatch/${name}.json`, 'utf8'))
  const { code, out, text } = await importFrom(
    {
      '/api/projects/tidewatch/': recorded('project'),
      '/api/projects/tidewatch/components/': recorded('components'),
    },
    'projects/tidewatch/',
  )
  expect([code, out]).toEqual([
    0,
    `tidewatch: 6 components
left out: tidewatch/android: addons: 1, which change files
`,
  ])
  expect(text).toBe(readFileSync('fixtures/imported.yml', 'utf8'))
})

/** The responses of a Weblate 2026.10 with projects of each kind to its administrator. */
function recorded2026(): Record<string, Reply> {
  const rows: { path: string; as: string; json: Record<string, unknown> }[] = JSON.parse(
    readFileSync('fixtures/weblate-2026/import.json', 'utf8'),
  )
  const shown = rows.filter((row) => row.as === 'administrator')
  const listOf = (start: string) => ({
    next: null,
    results: shown.filter(({ path }) => path.startsWith(start)).map(({ json }) => json),
  })
  return {
    ...Object.fromEntries(shown.map(({ path, json }) => [path, json])),
    '/api/projects/': listOf('/api/projects/'),
    // Shares were not recorded: there were none.
    ...Object.fromEntries(
      ['inheriting', 'own'].map((slug) => [`/api/components/priv/${slug}/links/`, listOf('none')]),
    ),
    ...Object.fromEntries(
      ['priv', 'protected', 'custom', 'test'].map((slug) => [
        `/api/projects/${slug}/components/`,
        listOf(`/api/components/${slug}/`),
      ]),
    ),
  }
}

test('projects of a recorded Weblate 2026.10 are written with inherited settings', async () => {
  const { code, out, text } = await importFrom(recorded2026(), '')
  expect([code, out]).toEqual([
    0,
    `priv: 2 components
warning: priv: access_control: private, because it is 100 there; list who sees it under members, or under projects of a token
left out: priv: secondary_language: only translators see it
left out: priv/inheriting: secondary_language: only translators see it
left out: priv/own: secondary_language: only translators see it
protected: 0 components
custom: 0 components
warning: custom: access_control: private, because it is 200 there; list who sees it under members, or under projects of a token
test: 0 components
`,
  ])
  expect(text).toBe(readFileSync('fixtures/imported-2026.yml', 'utf8'))
})

test('contradictory fields are reported, and the file is written', async () => {
  const { code, out } = await importFrom(shop([{ intermediate: 'web/en.json' }]))
  expect([code, out]).toEqual([
    1,
    'shop: 1 component\nfix by hand: gitglot.yml:20: projects[0].components[0].intermediate: needs to differ from the template\n',
  ])
})

test('the file is not overwritten, and an unknown project ends with 3', async () => {
  const server = await serveApi(shop([]))
  const folder = createTemporaryFolder()
  const address = `${server.origin}/projects/shop/`
  expect((await gitglot(folder, ['import', address])).code).toBe(0)
  expect(await gitglot(folder, ['import', address])).toStrictEqual({
    code: 2,
    out: '',
    err: 'gitglot.yml: already exists; --force overwrites it\n',
  })
  const unknown = `${server.origin}/projects/nope/`
  expect(await gitglot(folder, ['import', unknown])).toStrictEqual({
    code: 3,
    out: '',
    err: `gitglot: ${server.origin}/api/projects/nope/: answered 404: Not found.\n`,
  })
})

test('the token comes from the option or the environment', async () => {
  const server = await serveApi(shop([], { access_control: 0 }))
  const args = ['import', `${server.origin}/projects/shop/`, '--output', '-']
  const environment = { WEBLATE_TOKEN: 'from-environment' }
  const folder = createTemporaryFolder()
  await gitglot(folder, args, environment)
  await gitglot(folder, [...args, '--token', 'given'], environment)
  expect([...new Set(server.tokens)]).toEqual(['Token from-environment', 'Token given'])
})

test.each([
  ['https://h.example/projects/shop/', 'shop', []],
  ['https://h.example/projects/shop/web/de/', 'shop', ['web', 'de']],
  ['https://h.example/projects/shop/apps/web/', 'shop', ['apps', 'web']],
  ['https://h.example/projects/shop/-/de/', 'shop', []],
  ['https://h.example/engage/shop/', 'shop', []],
  ['https://h.example/api/projects/shop/components/?format=json', 'shop', []],
  ['https://h.example/api/components/shop/web/', 'shop', ['web']],
  ['https://h.example/api/components/shop/apps%252Fweb/statistics/', 'shop', ['apps', 'web']],
  ['https://h.example/api/translations/shop/web/de/', 'shop', ['web']],
])('%s is the project %s and in it %j', (text, project, path) => {
  expect(parseServerAddress(text)).toEqual({ base: 'https://h.example', project, path })
})

test.each([
  ['http://h.example:8000', { base: 'http://h.example:8000', path: [] }],
  ['https://h.example/sub/projects/', { base: 'https://h.example/sub', path: [] }],
  ['https://h.example/api/', { base: 'https://h.example', path: [] }],
  [
    'https://h.example/translate/api/categories/7/',
    { base: 'https://h.example/translate', category: '7', path: [] },
  ],
])('%s is %j', (text, expected) => {
  expect(parseServerAddress(text)).toEqual(expected)
})

test.each(['h.example', 'file:///etc', 'ftp://h.example/', 'https://me:secret@h.example/'])(
  '%s is no address of a server',
  (text) => {
    expect(() => parseServerAddress(text)).toThrow(/^(?!.*secret).*expected/)
  },
)

/** What the demo's project looks like with everything that an import can carry. */
const rich = `base_url: https://one.example
projects:
  - slug: tidewatch
    name: Tidewatch
    web: https://tidewatch.example/
    repo: ${resolve('fixtures/demo.git')}
    branch: main
    language_aliases: iw:he
    instructions: Be kind.
    categories:
      - slug: apps
        name: Apps
        categories:
          - { slug: phone, name: Phone }
    components:
      - slug: mobile
        name: Mobile
        category: apps/phone
        file_format: arb
        filemask: mobile/lib/l10n/app_*.arb
        template: mobile/lib/l10n/app_en.arb
        links: [docs]
      - slug: web
        name: Web
        category: apps
        repo: weblate://tidewatch/apps/phone/mobile
        file_format: json
        filemask: web/locales/*.json
        template: web/locales/en.json
        check_flags: i18next-interpolation
        priority: 80
      - { slug: terms, name: Terms, is_glossary: true, vcs: local }
  - slug: docs
    name: Docs
    web: https://docs.example/
    components:
      - slug: help
        name: Help
        repo: weblate://tidewatch/apps/phone/mobile
        file_format: json-nested
        filemask: web/help/*.json
        template: web/help/en.json
`

/** An app over a configuration file, ready. */
async function openApp(file: string): Promise<App & { close(): Promise<void> }> {
  // Links start with the same origin wherever it is served.
  const config = { ...readConfigFile(file, {}), baseUrl: 'https://one.example' }
  const catalog = await openCatalog({ config, environment: {} })
  await catalog.complete
  return { ...createApp({ catalog, config }), close: catalog.close }
}

test('an import from gitglot itself serves the same', async () => {
  const folder = createTemporaryFolder()
  writeFilesInto(folder, { 'rich.yml': rich })
  const there = await openApp(join(folder, 'rich.yml'))
  const served = await listen({ respond: there.respond, host: '127.0.0.1', port: 0 })
  const { code, out, err } = await gitglot(folder, ['import', served.url])
  expect([code, out, err]).toEqual([0, 'tidewatch: 3 components\ndocs: 1 component\n', ''])
  const here = await openApp(join(folder, 'gitglot.yml'))
  for (const path of [
    'projects/',
    'categories/',
    'components/',
    'projects/docs/components/',
    'components/tidewatch/apps%252Fphone%252Fmobile/links/',
    'projects/tidewatch/statistics/',
    'translations/tidewatch/apps%252Fweb/de/units/?page_size=1000',
  ]) {
    const [expected, actual] = await Promise.all(
      [there, here].map(async ({ request }) => (await request(`/api/${path}`)).json()),
    )
    expect(actual).toEqual(expected)
  }
  await served.stop(0)
  await there.close()
  await here.close()
})
