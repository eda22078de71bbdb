import { symlinkSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCheckout, gitglot, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'

const config = (component: string) => `projects:
  - slug: p
    name: P
    web: https://p.example/
    repo: .
    components:
      - ${component}
`
const web = '{ slug: web, name: Web, file_format: json, filemask: l/*.json, template: l/en.json }'
const files = { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "Ä"}' }

const KINDS = [
  {
    what: 'a misspelt template',
    files: { ...files, 'gitglot.yml': config(web.replace('en.json', 'en.jsn')) },
    reason: 'The template l/en.jsn does not exist. Did you mean l/en.json?',
    code: 3,
  },
  {
    what: 'an empty set of files',
    files: { ...files, 'gitglot.yml': config(web.replaceAll('l/', 'x/')) },
    reason: 'The template x/en.json does not exist.',
    code: 3,
  },
  {
    what: 'a filemask that fits nothing',
    files: { ...files, 'gitglot.yml': config(web.replace('l/*', 'll/*')) },
    reason: 'll/*.json: expected files of translations, found none',
    code: 3,
  },
  {
    what: 'PO files that are not there',
    files: {
      ...files,
      'gitglot.yml': config('{ slug: web, name: Web, file_format: po, filemask: po/*.po }'),
    },
    reason: 'po/*.po: expected files of translations, found none',
    code: 3,
  },
  {
    what: 'a broken file, the only one',
    files: { ...files, 'l/de.json': '{', 'gitglot.yml': config(web) },
    reason: 'l/de.json:1:2: expected a key in double quotes, found the end of the file',
    // A finding at a line.
    code: 1,
  },
  {
    what: 'a broken template',
    files: { ...files, 'l/en.json': '{', 'gitglot.yml': config(web) },
    reason: 'l/en.json:1:2: expected a key in double quotes, found the end of the file',
    code: 1,
  },
]

describe.skipIf(!hasGit()).each(KINDS)('of $what', ({ files, reason, code }) => {
  test('status has no percentage, in any format', async () => {
    const folder = createCheckout(files)
    const table = await gitglot(folder, ['status'])
    expect([table.code, table.out.split('\n')[1], table.err]).toEqual([3, '  cannot be read', ''])
    expect(table.out).toContain(`  ! ${reason}\n`)
    const json = await gitglot(folder, ['status', '--format', 'json'])
    const { translatedPercent, projects, components } = JSON.parse(json.out)
    expect([json.code, translatedPercent, projects[0].translatedPercent]).toEqual([3, null, null])
    expect(components[0].translatedPercent).toBe(null)
    const markdown = await gitglot(folder, ['status', '--format', 'markdown'])
    expect(markdown.out).toContain('| **All** |  | cannot be read |\n')
  })

  test('list and diff say what cannot be read', async () => {
    const folder = createCheckout(files)
    for (const args of [['list'], ['list', '--format', 'json'], ['diff', 'HEAD']]) {
      const ended = await gitglot(folder, args)
      expect([args, ended.code, ended.err]).toEqual([args, 3, `${reason}\n`])
    }
  })

  test('every tool of agents reports it', async () => {
    const folder = createCheckout(files)
    const client = new Client({ name: 'test', version: '1' })
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
    const started = { command: process.execPath, args: [main, 'mcp'], cwd: folder, env }
    await client.connect(new StdioClientTransport(started))
    onTestFinished(() => client.close())
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content } = (await client.callTool({ name, arguments: input })) as unknown as {
        content: readonly [{ text: string }]
      }
      return JSON.parse(content[0].text)
    }
    expect((await call('list_components')).items).toMatchObject([
      { translatedPercent: null, alerts: [{ message: reason }] },
    ])
    expect(await call('get_statistics')).toMatchObject({
      sums: { translatedPercent: null },
      projects: [{ translatedPercent: null }],
      unreadable: [reason],
    })
    expect((await call('find_strings')).unreadable).toEqual([reason])
    expect((await call('compare', { base: 'HEAD' })).unreadable).toEqual([reason])
  })

  test('check fails with any options', async () => {
    const folder = createCheckout(files)
    for (const args of [[], ['--fail-under', '50'], ['--fail-on', 'none', '--fail-under', '1']]) {
      const ended = await gitglot(folder, ['check', ...args])
      expect([args, ended.code]).toEqual([args, code])
      expect(ended.out + ended.err).toContain(reason.replace(/^.*?: /, ''))
    }
  })
})

test.skipIf(!hasGit())('a language that cannot be read is below every threshold', async () => {
  const folder = createCheckout({
    ...files,
    'l/fr.json': '{',
    'gitglot.yml': config(web),
  })
  const args = ['check', '--fail-on', 'none', '--fail-under', '1', '--language', 'fr']
  const { code, out } = await gitglot(folder, args)
  expect([code, out.split('\n').slice(0, 2)]).toEqual([
    1,
    [
      'l/fr.json:1:1: error fail-under: It cannot be read; at least 1% is required.',
      'l/fr.json:1:2: error parse-error: expected a key in double quotes, found the end of the file',
    ],
  ])
})

test.skipIf(!hasGit())('a dangling link is reported once, as a link', async () => {
  const folder = createCheckout({ ...files, 'gitglot.yml': config(web) })
  symlinkSync('gone.json', `${folder}/l/fr.json`)
  const reason = 'expected a file, found a link to a path that the repository lacks'
  const status = await gitglot(folder, ['status'])
  expect([status.code, status.out.split('\n').at(-2)]).toEqual([3, `  ! l/fr.json: ${reason}`])
  const check = await gitglot(folder, ['check'])
  expect([check.code, check.out.split('\n')[0]]).toEqual([
    1,
    `l/fr.json:1:1: error parse-error: ${reason}`,
  ])
})

test.skipIf(!hasGit())('a component that is new since the base is a difference', async () => {
  const folder = createCheckout({ 'gitglot.yml': config(web) })

  writeFilesInto(folder, files)
  const { code, err, out } = await gitglot(folder, ['diff', 'HEAD'])
  expect([code, err, out.split('\n').slice(0, 2)]).toEqual([
    0,
    '',
    ['p/web', '  en  English  none  →  100.0%  +1 string'],
  ])
  const check = await gitglot(folder, ['check', '--base', 'HEAD'])
  expect([check.code, check.out]).toEqual([
    0,
    expect.stringMatching(/^passed: found nothing since/),
  ])
})

test.skipIf(!hasGit())('a component that has files on neither side is no difference', async () => {
  const folder = createCheckout({ 'gitglot.yml': config(web) })
  expect((await gitglot(folder, ['diff', 'HEAD'])).out).toBe('no difference\n')
  const { code, out } = await gitglot(folder, ['check', '--base', 'HEAD'])
  expect([code, out]).toEqual([
    3,
    expect.stringMatching(/^failed: not everything can be read; found nothing/),
  ])
})

const po = (text: string) =>
  `msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Open"\nmsgstr "${text}"\n`

test.skipIf(!hasGit())('the first translation from a template is new, not unreadable', async () => {
  const folder = createCheckout({ 'po/app.pot': po('') })
  writeFilesInto(folder, { 'po/de.po': po('Öffnen') })
  for (const command of ['diff', 'review']) {
    const { code, err } = await gitglot(folder, [command, 'HEAD'])
    expect([command, code, err]).toEqual([command, 0, ''])
  }
})

test.skipIf(!hasGit())('sources that only a broken file holds are not removed', async () => {
  const component = '{ slug: web, name: Web, file_format: po, filemask: po/*.po }'
  const folder = createCheckout({ 'gitglot.yml': config(component), 'po/de.po': po('Öffnen') })
  writeFilesInto(folder, { 'po/de.po': 'msgstr "Öffnen"' })
  const diff = await gitglot(folder, ['diff', 'HEAD'])
  expect([diff.code, diff.out.includes('Open')]).toEqual([3, false])
  const review = await gitglot(folder, ['review', 'HEAD', '--format', 'json'])
  expect(JSON.parse(review.out)).toMatchObject({ languages: [], strings: [] })
})

test.skipIf(!hasGit())(
  'a broken gettext template is reported, and its strings are listed without lines',
  async () => {
    const folder = createCheckout({ 'po/app.pot': 'msgstr "Open..."', 'po/de.po': po('Öffnen...') })
    writeFilesInto(folder, { 'po/de.po': po('Öffnen ...').replace('Open', 'Open...') })
    const list = await gitglot(folder, ['list', '--format', 'json'])
    const fault = 'po/app.pot:1:1: expected msgid before msgstr'
    expect([list.code, list.err]).toEqual([3, `${fault}\n`])
    expect(JSON.parse(list.out).units).toMatchObject([
      { language: 'en', line: null },
      { language: 'de', line: 4 },
    ])
    const check = await gitglot(folder, ['check'])
    const [line] = check.out.split('\n')
    expect([check.code, check.err, line]).toEqual([
      1,
      '',
      fault.replace(': ', ': error parse-error: '),
    ])
  },
)

describe.skipIf(!hasGit())('of a broken file of all languages, the only file', () => {
  const localizations = Object.fromEntries(
    ['en', 'de'].map((code) => [code, { stringUnit: { state: 'translated', value: 'Open...' } }]),
  )
  const whole = JSON.stringify({
    sourceLanguage: 'en',
    version: '1.0',
    strings: { a: { localizations } },
  })
  const broken = '{"sourceLanguage": "en",'
  const fault = 'L.xcstrings:1:25: expected a key in double quotes, found the end of the file'

  test('commands report the error, and no strings', async () => {
    const folder = createCheckout({ 'L.xcstrings': whole })
    writeFilesInto(folder, { 'L.xcstrings': broken })
    const status = await gitglot(folder, ['status', '--format', 'json'])
    expect([status.code, JSON.parse(status.out).translatedPercent]).toEqual([3, null])
    const check = await gitglot(folder, ['check', '--base', 'HEAD'])
    const [line] = check.out.split('\n')
    expect([check.code, line]).toEqual([1, fault.replace(': ', ': error parse-error: ')])
    const diff = await gitglot(folder, ['diff', 'HEAD'])
    expect([diff.code, diff.err]).toEqual([3, `${fault}\n`])
    expect(diff.out.split('\n').slice(1)).toEqual([`  ! ${fault}`, ''])
    const review = await gitglot(folder, ['review', 'HEAD', '--format', 'json'])
    expect(JSON.parse(review.out)).toMatchObject({ languages: [], strings: [] })
  })

  test('check says that the base of its repair is unknown', async () => {
    const folder = createCheckout({ 'L.xcstrings': broken })
    writeFilesInto(folder, { 'L.xcstrings': whole })
    const { code, out } = await gitglot(folder, ['check', '--base', 'HEAD'])
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      'L.xcstrings:1:1: warning base-unreadable: The base of this file cannot be read (1:25: expected a key in double quotes, found the end of the file), so its 2 strings are not compared and count as new.',
    ])
  })
})

test.skipIf(!hasGit())(
  'check has no percentage of sources that only a broken file holds',
  async () => {
    const component = '{ slug: web, name: Web, file_format: po, filemask: po/*.po }'
    const folder = createCheckout({ 'gitglot.yml': config(component), 'po/de.po': 'msgstr ""' })
    const { out } = await gitglot(folder, ['check', '--format', 'json'])
    expect(JSON.parse(out).languages).toMatchObject([
      { language: 'en', percent: null },
      { language: 'de', percent: null },
    ])
  },
)

test.skipIf(!hasGit())('a broken source file is reported if there is no translation', async () => {
  const component = '{ slug: web, name: Web, file_format: po, filemask: po/*.po }'
  const folder = createCheckout({ 'gitglot.yml': config(component), 'po/en.po': 'msgstr ""' })
  const { code, out } = await gitglot(folder, ['status'])
  expect([code, out.split('\n')[2]]).toEqual([3, '  ! po/en.po:1:1: expected msgid before msgstr'])
})

test.skipIf(!hasGit())('export says what it could not read', async () => {
  const [misspelt, , , , broken] = KINDS
  const out = createTemporaryFolder()
  const nothing = createCheckout(misspelt?.files ?? {})
  expect(await gitglot(nothing, ['export', '--out', `${out}/a`])).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining(`gitglot: ${misspelt?.reason}\n`),
  })
  const some = createCheckout(broken?.files ?? {})
  expect(await gitglot(some, ['export', '--out', `${out}/b`])).toMatchObject({
    code: 3,
    out: expect.stringContaining('files written'),
    err: expect.stringContaining(`${broken?.reason}\n`),
  })
})
