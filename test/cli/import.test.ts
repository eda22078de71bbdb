import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { readConfigFile } from '../../src/cli/config-file.ts'
import { parseServerAddress } from '../../src/cli/import/address.ts'
import { type ApiServer, type Reply, serveApi, shop } from '../support/api-server.ts'
import { type Ended, gitglot } from '../support/command.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { serveDemo } from '../support/served-demo.ts'

let server: ApiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Runs `gitglot import` on the project `shop` of a server with these replies; the file that it wrote. */
async function importFrom(
  replies: Readonly<Record<string, Reply>>,
  project = 'projects/shop/',
): Promise<Ended & { readonly text: string }> {
  server = await serveApi(replies)
  const folder = createTemporaryFolder()
  const ended = await gitglot(folder, ['import', `${server.origin}/${project}`])
  const text = readFileSync(join(folder, 'gitglot.yml'), 'utf8')
  return { ...ended, text: text.replaceAll(server.origin, '{base_url}') }
}

test('a recorded project is written with all that its components say', async () => {
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

test('fields that do not go together are told, and the file is written', async () => {
  const { code, out } = await importFrom(shop([{ intermediate: 'web/en.json' }]))
  expect([code, out]).toEqual([
    1,
    'shop: 1 component\nneeds your hand: gitglot.yml:15: projects[0].components[0].intermediate: needs to differ from the template\n',
  ])
})

test('the file is not overwritten, and an unknown project ends with 3', async () => {
  server = await serveApi(shop([]))
  const folder = createTemporaryFolder()
  const address = `${server.origin}/projects/shop/`
  expect((await gitglot(folder, ['import', address])).code).toBe(0)
  expect(await gitglot(folder, ['import', address])).toStrictEqual({
    code: 2,
    out: '',
    err: 'gitglot.yml: is there already; --force overwrites it\n',
  })
  const unknown = `${server.origin}/projects/nope/`
  expect(await gitglot(folder, ['import', unknown])).toStrictEqual({
    code: 3,
    out: '',
    err: `gitglot: ${server.origin}/api/projects/nope/: answered 404: Not found.\n`,
  })
})

test('the token comes from the option or the environment', async () => {
  server = await serveApi(shop([]))
  const args = ['import', `${server.origin}/projects/shop/`, '--output', '-']
  const environment = { WEBLATE_TOKEN: 'from-environment' }
  const folder = createTemporaryFolder()
  await gitglot(folder, args, environment)
  await gitglot(folder, [...args, '--token', 'given'], environment)
  expect([...new Set(server.tokens)]).toEqual(['Token from-environment', 'Token given'])
})

test.each([
  ['https://h.example/projects/shop/', 'https://h.example', 'shop'],
  ['https://h.example/projects/shop/web/de/', 'https://h.example', 'shop'],
  ['https://h.example/engage/shop/', 'https://h.example', 'shop'],
  ['https://h.example/sub/api/projects/shop/?format=json', 'https://h.example/sub', 'shop'],
  ['http://h.example:8000', 'http://h.example:8000', undefined],
  ['https://h.example/sub/projects/', 'https://h.example/sub', undefined],
  ['https://h.example/api/', 'https://h.example', undefined],
])('%s is the server %s and the project %s', (text, base, project) => {
  expect(parseServerAddress(text)).toEqual({ base, project })
})

test.each(['h.example', 'file:///etc', 'ftp://h.example/', 'https://me:secret@h.example/'])(
  '%s is no address of a server',
  (text) => {
    expect(() => parseServerAddress(text)).toThrow(/^(?!.*secret).*expected/)
  },
)

test('gitglot itself can be imported, and what is written answers the same', async () => {
  const demo = await serveDemo()
  const folder = createTemporaryFolder()
  try {
    const { code, err } = await gitglot(folder, ['import', demo.url])
    expect([code, err]).toEqual([0, ''])
    const config = readConfigFile(join(folder, 'gitglot.yml'), {})
    const catalog = await openCatalog({ config, environment: {} })
    await catalog.ready
    const app = createApp({ catalog, config })
    for (const path of [
      'projects/',
      'projects/tidewatch/components/',
      'projects/glossary/components/',
      'components/tidewatch/android/translations/',
      'projects/tidewatch/statistics/',
      'translations/tidewatch/web/de/units/?page_size=1000',
    ]) {
      const response = await fetch(`${demo.url}api/${path}`)
      const there = (await response.text()).replaceAll(demo.url, 'http://here/')
      const here = await (await app.request(`http://here/api/${path}`)).text()
      expect(JSON.parse(here)).toEqual(JSON.parse(there))
    }
    await catalog.close()
  } finally {
    await demo.stop()
  }
})
