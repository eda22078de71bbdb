import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCheckout, shopConfig, writeFilesInto } from '../support/command.ts'
import { hasGit, runGit } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'

/** Clients of the protocol's own SDK. */
const client = new Client({ name: 'test', version: '1' })
const movedClient = new Client({ name: 'test', version: '1' })
const otherClient = new Client({ name: 'test', version: '1' })
let folder = ''

const config = `${shopConfig.replace('slug: shop', 'slug: shop\n    check_flags: python-brace-format')}      - { slug: terms, name: Terms, is_glossary: true, file_format: json, filemask: t/*.json, template: t/en.json }
`

beforeAll(async () => {
  if (!hasGit()) return
  folder = createCheckout(
    {
      'gitglot.yml': config,
      't/en.json': '{"boat": "boat"}',
      't/de.json': '{"boat": "Boot"}',
      'l/en.json': '{\n"a": "Hello {name}",\n"b": "Your boat"\n}',
      'l/de.json': '{\n"a": "Hallo {name}"\n}',
      'l/cs.json': '{\n"a": "Ahoj {name}",\n"b": "Tvá loď"\n}',
    },
    { 'l/en.json': '{\n"a": "Hi {name}",\n"b": "Your boat"\n}' },
  )
  writeFilesInto(folder, { 'l/de.json': '{\n"a": "Hallo {nam}"\n}' })
  await connect(client, folder)
  const moved = createCheckout(
    { README: 'Nothing yet' },
    { 'lang/en.json': '{"a": "One"}', 'lang/de.json': '{"a": "Eins"}' },
    { 'lang/en.json': '{"a": "First"}' },
  )
  runGit(moved, 'mv', 'lang', 'locales')
  runGit(moved, 'commit', '--quiet', '--message', 'Move')
  await connect(movedClient, moved)
  await connect(otherClient, moved, '--config', join(folder, 'gitglot.yml'))
})
afterAll(() => Promise.all([client.close(), movedClient.close(), otherClient.close()]))

async function connect(to: Client, cwd: string, ...options: string[]): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd }
  const args = [main, 'mcp', ...options]
  await to.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env }))
}

interface ToolResult {
  readonly isError?: boolean
  readonly content: readonly [{ readonly text: string }]
  readonly structuredContent?: unknown
}

async function call(
  name: string,
  input: Record<string, unknown> = {},
  by: Client = client,
): Promise<unknown> {
  // The client refuses what does not follow the tool's schema.
  const { content, isError, structuredContent } = (await by.callTool({
    name,
    arguments: input,
  })) as unknown as ToolResult
  if (!isError) expect(JSON.parse(content[0].text)).toStrictEqual(structuredContent)
  return isError ? content[0].text : structuredContent
}

describe.skipIf(!hasGit())('gitglot mcp', () => {
  test('lists tools that only read', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toStrictEqual([
      ['list_components', true],
      ['get_statistics', true],
      ['find_strings', true],
      ['compare', true],
      ['review', true],
      ['history', true],
      ['check_keys', true],
    ])
  })

  test('names components', async () => {
    expect(await call('list_components')).toMatchObject({
      total: 2,
      next: null,
      items: [
        { component: 'shop/web', languages: ['en', 'cs', 'de'], total: 6, translated: 5 },
        { component: 'shop/terms', languages: ['en', 'de'] },
      ],
    })
  })

  test('counts, and sums by language', async () => {
    expect(await call('get_statistics', { component: 'web', language: 'de' })).toMatchObject({
      ...{ sums: { total: 2, translated: 1 }, total: 1 },
      languages: { total: 1, items: [{ language: 'de', translated: 1 }], next: null },
      items: [{ component: 'shop/web', failingChecks: { python_brace_format: 1 } }],
    })
  })

  test('returns everything that a translator needs about a string', async () => {
    const input = { language: 'de', states: ['untranslated'], other_languages: ['cs-CZ', 'xx'] }
    expect(await call('find_strings', input)).toStrictEqual({
      total: 1,
      items: [
        {
          ...{
            component: 'shop/web',
            language: 'de',
            filename: 'l/de.json',
            line: null,
            column: null,
          },
          ...{ sourceFilename: 'l/en.json', sourceLine: 3 },
          ...{ context: 'b', checksum: expect.stringMatching(/^[0-9a-f]{16}$/) },
          ...{ state: 'untranslated', source: ['Your boat'], target: [''], previousSource: '' },
          ...{ note: '', checks: [], outdated: null, placeholders: [] },
          glossary: [{ source: 'boat', target: 'Boot' }],
          otherLanguages: { cs: ['Tvá loď'] },
        },
      ],
      next: null,
    })
  })

  test('returns how the source of an outdated translation changed', async () => {
    expect(await call('find_strings', { outdated: true })).toMatchObject({
      total: 1,
      items: [
        {
          ...{ language: 'cs', source: ['Hi {name}'], previousSource: 'Hello {name}' },
          placeholders: ['{name}'],
        },
      ],
    })
  })

  test('returns what a change broke', async () => {
    const input = { base: 'main', kinds: ['failing', 'untranslated'] }
    expect(await call('compare', input)).toMatchObject({
      head: null,
      newAlerts: { total: 0, items: [], next: null },
      total: 1,
      items: [
        {
          ...{ component: 'shop/web', language: 'de', context: 'a' },
          newlyFailing: ['python_brace_format'],
          before: { target: ['Hallo {name}'] },
          after: { target: ['Hallo {nam}'] },
        },
      ],
    })
  })

  test('returns every version of a string', async () => {
    expect(await call('history', { key: 'a', language: 'cs' })).toMatchObject({
      ...{ total: 1, next: null },
      items: [
        {
          ...{ component: 'shop/web', language: 'cs', context: 'a', isComplete: true, skipped: [] },
          versions: [
            { change: 'changed', source: ['Hi {name}'], target: ['Ahoj {name}'] },
            { change: 'added', source: ['Hello {name}'], target: ['Ahoj {name}'] },
          ],
        },
      ],
    })
  })

  test('refuses to compare refs of a configuration with several repositories', async () => {
    const comparison = await call('compare', { base: 'HEAD~1' }, otherClient)
    const file = join(folder, 'gitglot.yml')
    expect(comparison).toBe(
      `${file}: cannot compare refs across repositories; run gitglot in one of them, or name one`,
    )
  })

  test('pages', async () => {
    const first = await call('find_strings', { component: 'web', limit: 4 })
    expect(first).toMatchObject({ total: 6, next: 4 })
    const last = await call('find_strings', { component: 'web', limit: 4, offset: 4 })
    expect(last).toMatchObject({ total: 6, next: null, items: [{}, {}] })
  })

  test('sees edits, and says what cannot be read', async () => {
    writeFilesInto(folder, { 'l/cs.json': '{' })
    const components = await call('list_components', { limit: 1 })
    writeFilesInto(folder, { 'l/cs.json': '{\n"a": "Ahoj {name}",\n"b": "Tvá loď"\n}' })
    expect(components).toMatchObject({ items: [{ alerts: [{ filename: 'l/cs.json' }] }] })
  })

  test('sees edits of the configuration, and says what is wrong with it', async () => {
    const names = async () => {
      const { items } = (await call('list_components')) as { items: { component: string }[] }
      return items.map(({ component }) => component)
    }
    const [, ...before] = await names()
    writeFilesInto(folder, { 'gitglot.yml': config.replace('slug: web', 'slug: site') })
    expect(await names()).toEqual(['shop/site', ...before])
    writeFilesInto(folder, { 'gitglot.yml': config.replace('slug: web', 'slug: [') })
    expect(await call('list_components')).toMatch(/^gitglot\.yml:\d+:\d+: /)
    writeFilesInto(folder, { 'gitglot.yml': config })
  })

  test('reads the components that a ref has, wherever their files are now', async () => {
    const ask = (name: string, input: Record<string, unknown>) => call(name, input, movedClient)
    const [now, before, counted, compared, none] = [
      await ask('list_components', {}),
      await ask('list_components', { ref: 'HEAD~1' }),
      await ask('get_statistics', { ref: 'HEAD~2', language: 'de' }),
      await ask('compare', { base: 'HEAD~2', head: 'HEAD~1', language: 'de' }),
      await ask('list_components', { ref: 'HEAD~3' }),
    ]
    expect(now).toMatchObject({ items: [{ filemask: 'locales/*.json', alerts: [] }] })
    expect(before).toMatchObject({ items: [{ filemask: 'lang/*.json', alerts: [] }] })
    expect(counted).toMatchObject({ total: 1, sums: { total: 1, translated: 1 } })
    expect(compared).toMatchObject({ newAlerts: { total: 0 }, items: [{ context: 'a' }] })
    expect(none).toMatch(/^\. at HEAD~3: no component found: /)
  })

  const errors: readonly [name: string, input: Record<string, unknown>, message: string][] = [
    ['find_strings', { language: 'xx' }, 'there is no language "xx"; known: cs, de, en'],
    ['find_strings', { query: 'state:x' }, 'wrong query "state:x": Unsupported state: x'],
    [
      'find_strings',
      { languages: ['de'] },
      'find_strings: there is no argument "languages"; did you mean language?',
    ],
    [
      'list_components',
      { colour: 'red' },
      'list_components: there is no argument "colour"; known: ref, offset, limit',
    ],
    ['compare', {}, 'compare: the argument base is missing'],
    ['list_components', { limit: 1000 }, 'list_components: limit: must be <= 200'],
    ['find_strings', { language: ['de'] }, 'find_strings: language: must be string'],
    [
      'compare',
      { base: 'main', kinds: ['broken'] },
      'compare: kinds.0: needs one of added, removed, changed, translated, untranslated, failing',
    ],
    [
      'compare',
      { base: 'nope' },
      'nope: expected a branch, tag or commit; fetch it first if it is on a remote',
    ],
    [
      'history',
      { key: 'z' },
      'no string has the key, source text or checksum "z"; if it was removed, name an older commit as ref',
    ],
    ['write', {}, 'there is no tool "write"'],
  ]
  test.each(errors)('%s with %j is an error', async (name, input, message) => {
    expect(await call(name, input)).toBe(message)
  })

  test('refuses long lists and texts', async () => {
    expect([
      await call('find_strings', { other_languages: Array(101).fill('de') }),
      await call('find_strings', { query: 'a'.repeat(10_001) }),
    ]).toEqual([
      'find_strings: other_languages: must NOT have more than 100 items',
      'find_strings: query: must NOT have more than 10000 characters',
    ])
  })
})
