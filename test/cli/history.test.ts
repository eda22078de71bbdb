import { readFileSync, writeFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { createBranch, shop } from '../support/branch.ts'
import { gitglot, shopConfig } from '../support/command.ts'
import { commitAs } from '../support/commit-as.ts'
import { createTemporaryFolder, type FileTree } from '../support/git-repository.ts'

const ADA = 'Ada <ada@example.org>'
const BOB = 'Bob <bob@example.org>'

const poConfig = shopConfig.replace(
  'file_format: json, filemask: l/*.json, template: l/en.json',
  'file_format: po, filemask: "*.po"',
)

const createHistory = () =>
  createBranch([
    [0, ADA, shop({ en: { a: 'Save %s' }, de: { a: 'Speichern %s' } })],
    [10, BOB, shop({ en: { a: 'Save %s', b: 'Open' }, de: { a: 'Sichern', b: 'Offen' } })],
    [20, ADA, shop({ en: { a: 'Save %s', b: 'Open' }, de: { a: 'Sichern', b: 'Öffnen' } })],
    [30, BOB, shop({ en: { a: 'Save %s now', b: 'Open' }, de: { a: 'Sichern', b: 'Öffnen' } })],
  ])

/** Errors in the JSON of a command, by the schema of its output. */
function faultsOf(command: string, out: string): unknown {
  const schema: object = JSON.parse(readFileSync(`schemas/${command}.schema.json`, 'utf8'))
  const validate = new Ajv({ allowUnionTypes: true, validateFormats: false }).compile(schema)
  validate(JSON.parse(out))
  return validate.errors
}

test.each(['history', 'blame', 'bisect'])('the JSON of %s follows its schema', async (command) => {
  const { path } = await createBranch([
    [0, ADA, shop({ en: { a: 'Done.' }, de: { a: 'Fertig.' } })],
    [10, BOB, shop({ en: { a: 'Done.' }, de: { a: 'Fertig' } })],
  ])
  const operands = {
    history: ['a', path, '--language', 'de'],
    blame: ['web', 'de', path],
    bisect: [path, '--check', 'end_stop'],
  }[command]
  const args = [command, ...(operands ?? []), '--format', 'json']
  const { out, code } = await gitglot(createTemporaryFolder(), args)
  expect([code, faultsOf(command, out)]).toEqual([0, null])
})

const short = (oid = '') => oid.slice(0, 12)

test('history shows each version of a translation, and what changed in its words', async () => {
  const { path, oids } = await createHistory()
  const { out, err, code } = await gitglot(createTemporaryFolder(), [
    'history',
    'a',
    path,
    '--language',
    'de',
  ])
  expect([err, code]).toEqual(['', 0])
  expect(out).toBe(`shop/web  de  a
  ${short(oids[3])}  2024-01-31  Bob  changed, translated
      source: Save %s{+ now+}
  ${short(oids[1])}  2024-01-11  Bob  changed, translated
      [-Speichern %s-]{+Sichern+}
  ${short(oids[0])}  2024-01-01  Ada  added, translated
      Speichern %s
`)
})

test('history without a language is that of the source, as JSON too', async () => {
  const { path, oids } = await createHistory()
  const { out } = await gitglot(createTemporaryFolder(), ['history', 'b', path, '--format', 'json'])
  expect(JSON.parse(out)).toEqual({
    repository: path,
    strings: [
      {
        ...{ component: 'shop/web', language: 'en', context: 'b', isComplete: true, skipped: [] },
        versions: [
          {
            ...{ commit: oids[1], author: 'Bob', date: '2024-01-11T00:00:00.000Z' },
            ...{ change: 'added', filename: 'l/en.json', context: 'b', state: 'translated' },
            ...{ source: ['Open'], target: ['Open'] },
          },
        ],
      },
    ],
  })
})

test('a string with plural forms and no key is called by its first form at each version', async () => {
  const po = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "One file"
msgid_plural "%d files"
msgstr[0] "Eine Datei"
msgstr[1] "%d Dateien"
`
  const { path } = await createBranch([[0, ADA, { 'gitglot.yml': poConfig, 'de.po': po }]])
  const args = ['history', 'One file', path, '--language', 'de', '--format', 'json']
  const { out } = await gitglot(createTemporaryFolder(), args)
  const [{ context, versions }] = JSON.parse(out).strings
  expect([context, versions[0].context]).toEqual(['One file', 'One file'])
})

test('an unknown key is refused', async () => {
  const { path } = await createHistory()
  expect(await gitglot(createTemporaryFolder(), ['history', 'z', path])).toEqual({
    code: 2,
    out: '',
    err: 'no string has the key, source text or checksum "z"; if it was removed, name an older commit as ref\n',
  })
})

test('blame names the last change of each text, also as of a date', async () => {
  const { path, oids } = await createHistory()
  const now = await gitglot(createTemporaryFolder(), ['blame', 'web', 'de', path])
  expect(now).toEqual({
    code: 0,
    err: '',
    out: `${short(oids[1])}  2024-01-11  Bob  a  Sichern
${short(oids[2])}  2024-01-21  Ada  b  Öffnen
`,
  })
  const then = await gitglot(createTemporaryFolder(), [
    'blame',
    'web',
    'de',
    path,
    '--ref',
    '@2024-01-11',
  ])
  expect(then.out).toBe(`${short(oids[1])}  2024-01-11  Bob  a  Sichern
${short(oids[1])}  2024-01-11  Bob  b  Offen
`)
})

test('blame tells strings of files without keys apart by their source', async () => {
  const po = (first: string, second: string) => ({
    'gitglot.yml': poConfig,
    'de.po': `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Save"
msgstr "${first}"

msgid "Open"
msgstr "${second}"
`,
  })
  const { path, oids } = await createBranch([
    [0, ADA, po('Sichern', 'Offen')],
    [10, BOB, po('Sichern', 'Öffnen')],
  ])
  const { out } = await gitglot(createTemporaryFolder(), ['blame', 'web', 'de', path])
  expect(out).toBe(`${short(oids[0])}  2024-01-01  Ada  Save  Sichern
${short(oids[1])}  2024-01-11  Bob  Open  Öffnen
`)
})

const good = shop({ en: { a: 'Done.' }, de: { a: 'Fertig.' }, cs: { a: 'Hotovo.' } })
const bad = shop({ en: { a: 'Done.' }, de: { a: 'Fertig' }, cs: { a: 'Hotovo.' } })
const renamedKey = shop({ en: { b: 'Done.' }, de: { b: 'Fertig' }, cs: { b: 'Hotovo.' } })
const worse = shop({ en: { a: 'Done.' }, de: { a: 'Fertig' }, cs: { a: 'Hotovo' } })

test('bisect finds the commit that broke a string, and what broke in it', async () => {
  const { path, oids } = await createBranch([
    ...Array.from({ length: 9 }, (_, day) => [day, ADA, { ...good, x: `${day}` }] as const),
    [9, BOB, bad],
    ...[10, 11, 12].map((day) => [day, ADA, { ...bad, x: `${day}` }] as const),
    [13, ADA, worse],
  ])
  const run = (...args: string[]) =>
    gitglot(createTemporaryFolder(), [
      'bisect',
      path,
      '--check',
      'end_stop',
      '--format',
      'json',
      ...args,
    ])
  expect(JSON.parse((await run()).out)).toEqual({
    ...{ check: 'end_stop', commit: oids[9], author: 'Bob', date: '2024-01-10T00:00:00.000Z' },
    ...{ subject: 'Day 9', isOldest: false },
    strings: [{ component: 'shop/web', language: 'de', context: 'a', target: ['Fertig'] }],
  })
  const czech = JSON.parse((await run('--language', 'cs', '--key', 'a')).out)
  expect([czech.commit, czech.strings.length]).toEqual([oids[13], 1])
  const before = await run('--ref', 'main~6')
  expect([before.code, before.err]).toEqual([
    2,
    `${path}: no such string fails end_stop at ${short(oids[7])}\n`,
  ])
})

test('bisect looks for the commit on the merged side, too', async () => {
  const { path, oids } = await createBranch([
    [0, ADA, good],
    [1, ADA, { ...good, x: '1' }],
  ])
  const add = (day: number, tree: FileTree, parents: readonly (string | undefined)[]) =>
    commitAs({
      ...{ gitdir: path, tree, author: BOB, day },
      parents: parents.map((parent) => parent ?? ''),
    })
  const side = await add(2, { ...good, y: '1' }, [oids[0]])
  const broken = await add(3, { ...bad, y: '1' }, [side])
  const tip = await add(4, { ...bad, y: '2' }, [broken])
  await add(5, { ...bad, x: '1', y: '2' }, [oids[1], tip])
  const { out } = await gitglot(createTemporaryFolder(), ['bisect', path, '--check', 'end_stop'])
  expect(out).toBe(`${short(broken)}  2024-01-04  Bob  Translate
1 string newly failing the check end_stop:
  shop/web  de  a: Fertig
`)
})

test('bisect looks on a merged side that shares no history', async () => {
  const { path, oids } = await createBranch([[0, ADA, good]])
  const shared = { gitdir: path, author: BOB }
  const broken = await commitAs({ ...shared, tree: bad, day: 1, parents: [] })
  const tip = await commitAs({ ...shared, tree: { ...bad, y: '1' }, day: 2, parents: [broken] })
  await commitAs({ ...shared, tree: { ...bad, y: '2' }, day: 3, parents: [oids[0] ?? '', tip] })
  const { out } = await gitglot(createTemporaryFolder(), ['bisect', path, '--check', 'end_stop'])
  expect(out).toBe(`${short(broken)}  2024-01-02  Bob  Translate
1 string newly failing the check end_stop:
  shop/web  de  a: Fertig
`)
})

test('bisect continues before unreadable files', async () => {
  const { path, oids } = await createBranch([
    [0, ADA, good],
    [1, BOB, bad],
    [2, ADA, { ...bad, 'l/de.json': '{' }],
    [3, ADA, { ...bad, 'l/en.json': '{' }],
    [4, ADA, bad],
  ])
  const { out } = await gitglot(createTemporaryFolder(), ['bisect', path, '--check', 'end_stop'])
  expect(out).toBe(`${short(oids[1])}  2024-01-02  Bob  Day 1
1 string newly failing the check end_stop:
  shop/web  de  a: Fertig
`)
})

test.each([
  ['the merge that brings back what was mended', bad, 'merge'],
  ['the side that renames the key of what was mended', renamedKey, 'side'],
])('bisect names %s', async (_, tree, expected) => {
  const { path, oids } = await createBranch([
    [0, ADA, bad],
    [1, ADA, good],
  ])
  const shared = { gitdir: path, author: BOB }
  const side = await commitAs({ ...shared, tree: { ...tree, y: '1' }, day: 2, parents: [oids[0]!] })
  const merge = await commitAs({ ...shared, tree, day: 3, parents: [oids[1]!, side] })
  const args = ['bisect', path, '--check', 'end_stop', '--format', 'json']
  const { commit, strings } = JSON.parse((await gitglot(createTemporaryFolder(), args)).out)
  expect([commit, strings.length]).toEqual([{ merge, side }[expected], 1])
})

test('bisect of a shallow clone needs no merge base of a side that passes', async () => {
  const { path, oids } = await createBranch([
    [0, ADA, good],
    [1, ADA, { ...good, x: '1' }],
  ])
  const shared = { gitdir: path, author: BOB }
  const side = await commitAs({ ...shared, tree: { ...good, y: '1' }, day: 2, parents: [oids[0]!] })
  const merge = await commitAs({ ...shared, tree: bad, day: 3, parents: [oids[1]!, side] })
  writeFileSync(`${path}/shallow`, `${oids[1]}\n${side}\n`)
  const args = ['bisect', path, '--check', 'end_stop', '--format', 'json']
  expect(JSON.parse((await gitglot(createTemporaryFolder(), args)).out).commit).toBe(merge)
})

/** The shop after its folder of texts was renamed. */
function renamed(tree: FileTree): FileTree {
  const files = Object.entries(tree).map(([path, text]) =>
    path === 'gitglot.yml'
      ? [path, String(text).replaceAll('l/', 'locales/')]
      : [path.replace('l/', 'locales/'), text],
  )
  return Object.fromEntries(files)
}

test.each([
  ['with its configuration', ({ ...tree }: FileTree) => tree],
  ['without a configuration', ({ 'gitglot.yml': _, ...tree }: FileTree) => tree],
])('bisect looks further back than a renamed folder, %s', async (_, filesOf) => {
  const { path, oids } = await createBranch([
    [0, ADA, filesOf(good)],
    [1, BOB, filesOf(bad)],
    [2, ADA, filesOf(renamed(bad))],
    [3, ADA, filesOf(renamed({ ...bad, x: '3' }))],
  ])
  const args = ['bisect', path, '--check', 'end_stop', '--format', 'json']
  const { out } = await gitglot(createTemporaryFolder(), args)
  const { commit, strings } = JSON.parse(out)
  const names = strings.map(({ language, context }: Record<string, string>) => [language, context])
  expect([commit, names]).toEqual([oids[1], [['de', 'a']]])
})

test.each([['no-such-check'], ['*']])('bisect refuses the check %s', async (check) => {
  const { path } = await createHistory()
  const { code, out } = await gitglot(createTemporaryFolder(), ['bisect', path, '--check', check])
  expect([code, out]).toEqual([2, ''])
})

test('bisect needs a check', async () => {
  const { path } = await createHistory()
  const { code, err } = await gitglot(createTemporaryFolder(), ['bisect', path])
  expect([code, err]).toEqual([2, 'gitglot bisect: --check needs the id of one check\n'])
})
