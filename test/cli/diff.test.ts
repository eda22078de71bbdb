import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { diffText } from '../../src/cli/diff/diff.ts'
import { screenOf } from '../../src/cli/output/terminal.ts'
import type { DiffSummary, LanguageDiffSummary } from '../../src/facts/records.ts'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { hasGit, runGit } from '../support/git-repository.ts'

/** The text of a difference in one translation. */
function textOf(before: string, after: string, screen = screenOf({})): string {
  const counts = {
    ...{
      total: 1,
      translated: 1,
      translatedPercent: 100,
      fuzzy: 0,
      absent: 0,
      readOnly: 0,
      failing: 0,
    },
    ...{ errors: 0, warnings: 0, notes: 0, words: 1, translatedWords: 1, outdated: null },
  }
  const units: LanguageDiffSummary['units'] = [
    {
      ...{ checksum: '', context: 'k', kinds: ['changed'], newlyFailing: [] },
      before: { source: ['x'], target: [before] },
      after: { source: ['x'], target: [after] },
    },
  ]
  const language = { language: 'de', languageName: 'German', isSource: false }
  const languages = [{ ...language, before: counts, after: counts, units }]
  const components = [{ component: 'p/c', languages, newAlerts: [] }]
  return diffText({ base: '', head: null, components }, screen).split('\n').at(-1) ?? ''
}

describe('the difference of words', () => {
  test.each([
    ['', 'a', 'a'],
    ['a b', '', '[-a b-]'],
    ['a b c', 'a c', 'a [-b -]c'],
    ['Save it now.', 'Save all of it now!', 'Save {+all of +}it now[-.-]{+!+}'],
    ['one two', 'eins zwei', '[-one-]{+eins+} [-two-]{+zwei+}'],
    ['größer 👍', 'größte 👍', '[-größer-]{+größte+} 👍'],
  ])('%j to %j', (before, after, expected) => {
    expect(textOf(before, after)).toBe(`    ~ k: ${expected}`)
  })

  test('long texts that have little in common are replaced as a whole', () => {
    const before = Array.from({ length: 2000 }, (_, n) => `a${n}`).join(' ')
    const after = Array.from({ length: 2000 }, (_, n) => `b${n}`).join(' ')
    expect(textOf(before, after)).toBe(`    ~ k: [-${before}-]{+${after}+}`)
  })

  test('a terminal has colours instead of marks', () => {
    expect(textOf('a b', 'a\x1b c', screenOf({ isTTY: true }, {}))).toBe(
      '    \x1b[33m~\x1b[0m k: a \x1b[31mb\x1b[0m\x1b[32mc\x1b[0m',
    )
  })
})

const first = {
  'gitglot.yml': shopConfig,
  'l/en.json': '{"a": "Hello there", "b": "Good bye.", "c": "Old"}',
  'l/de.json': '{"a": "Hallo du", "b": "Auf Wiedersehen.", "c": "Alt"}',
  'l/cs.json': '{"a": "Ahoj"}',
}
const second = {
  'l/en.json': '{"a": "Hello there", "b": "Good bye, all.", "d": "New word"}',
  'l/de.json': '{"a": "Hallo ihr", "b": "Auf Wiedersehen", "d": "Neues Wort"}',
  'l/cs.json': '{"a": "", "b": ""}',
}
const expected = `shop/web
  en  English  100.0%  →  100.0%  1 changed
  cs  Czech     33.3%  →    0.0%  2 changed, 1 no longer translated
  de  German   100.0%  →  100.0%  2 changed, 1 newly translated, 1 newly failing

  en English
    ~ b: Good bye{+, all+}.
    + d: New word
    - c: Old

  cs Czech
    ~ a (no longer translated): [-Ahoj-]

  de German
    ~ a: Hallo [-du-]{+ihr+}
    ~ b (newly failing: end_stop): Auf Wiedersehen[-.-]
    + d (newly translated): Neues Wort
`

describe.skipIf(!hasGit())('diff', () => {
  test('shows counts, then strings, of two commits', async () => {
    const folder = createCheckout(first, second)
    expect(await gitglot(folder, ['diff', 'main~1', 'main'])).toStrictEqual({
      code: 0,
      out: expected,
      err: '',
    })
  })

  test('--stat leaves the strings out', async () => {
    const folder = createCheckout(first, second)
    const { out } = await gitglot(folder, ['diff', 'main~1', 'main', '--stat'])
    expect(out).toBe(`${expected.split('\n\n', 1)[0]}\n`)
  })

  test('compares with the files on disk by default', async () => {
    const folder = createCheckout(first)
    writeFilesInto(folder, second)
    const { out } = await gitglot(folder, ['diff', 'HEAD'])
    expect(out).toBe(expected)
  })

  test('the JSON follows its schema', async () => {
    const folder = createCheckout(first, second)
    const args = ['diff', 'HEAD~1', '--language', 'cs', '--format', 'json']
    const { out } = await gitglot(folder, args)
    const summary: unknown = JSON.parse(out)
    const schema: object = JSON.parse(readFileSync('schemas/diff.schema.json', 'utf8'))
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
    validate(summary)
    expect(validate.errors).toBe(null)
    expect(summary).toMatchObject({
      base: runGit(folder, 'rev-parse', 'HEAD~1'),
      head: null,
      components: [
        {
          component: 'shop/web',
          languages: [
            {
              language: 'cs',
              before: { translated: 1, total: 3 },
              after: { translated: 0, total: 3 },
              units: [
                {
                  context: 'a',
                  kinds: ['changed', 'untranslated'],
                  before: { source: ['Hello there'], target: ['Ahoj'] },
                  after: { source: ['Hello there'], target: [''] },
                },
                { context: 'b', kinds: ['changed'] },
                { context: 'd', kinds: ['added'], before: null },
                { context: 'c', kinds: ['removed'], after: null },
              ],
            },
          ],
          newAlerts: [],
        },
      ],
    })
  })

  test('a file that no longer parses is reported', async () => {
    const folder = createCheckout(first, { 'l/cs.json': '{' })
    const { out } = await gitglot(folder, ['diff', 'main~1', 'main'])
    expect(out.split('\n')).toStrictEqual([
      'shop/web',
      '  cs  Czech  33.3%  →  cannot be read',
      '  ! l/cs.json:1:2: expected a key in double quotes, found the end of the file',
      '',
    ])
  })

  test('a head that is not checked out is read where it has its files', async () => {
    const { 'gitglot.yml': _, ...files } = first
    const folder = createCheckout(files)
    runGit(folder, 'checkout', '--quiet', '-b', 'moved')
    renameSync(join(folder, 'l'), join(folder, 'lang'))
    writeFilesInto(folder, { 'lang/cs.json': '{"a": "Nazdar"}' })
    runGit(folder, 'add', '--all')
    runGit(folder, 'commit', '--quiet', '--message', 'Move files')
    runGit(folder, 'checkout', '--quiet', 'main')
    const { code, out } = await gitglot(folder, ['diff', 'main...moved'])
    expect([code, out.split('\n').slice(1)]).toStrictEqual([
      0,
      [
        '  cs  Czech  33.3%  →  33.3%  1 changed',
        '',
        '  cs Czech',
        '    ~ a: [-Ahoj-]{+Nazdar+}',
        '',
      ],
    ])
  })

  test('removing a language does not change others whose failures a limit hid', async () => {
    const file = (textOf: (index: number) => string) =>
      JSON.stringify(Array.from({ length: 50 }, (_, index) => textOf(index)))
    const folder = createCheckout({
      'gitglot.yml': shopConfig.replace('json,', 'json-nested,'),
      'l/en.json': file((index) => `Word ${index}`),
      // Each text translates two words; 20 such texts of all languages are marked.
      'l/cs.json': file((index) => `Slovo ${index % 25}`),
      'l/de.json': file((index) => `Wort ${index % 25}`),
    })
    rmSync(join(folder, 'l/cs.json'))
    const { out } = await gitglot(folder, ['diff', 'HEAD'])
    expect(out.split('\n').slice(0, 3)).toStrictEqual([
      'shop/web',
      '  cs  Czech  100.0%  →  none  -50 strings',
      '',
    ])
  })

  test('a moved folder has no differences, a removed one has all', async () => {
    const files = (a: string) => ({
      [`${a}/en.json`]: '{"x": "One"}',
      [`${a}/de.json`]: '{"x": "Eins"}',
    })
    const folder = createCheckout({
      ...files('l'),
      'b/en.json': '{"y": "Two"}',
      'b/de.json': '{"y": "Zwei"}',
    })
    renameSync(join(folder, 'l'), join(folder, 'i18n'))
    expect((await gitglot(folder, ['diff', 'HEAD'])).out).toBe('no difference\n')
    rmSync(join(folder, 'b'), { recursive: true })
    const { out } = await gitglot(folder, ['diff', 'HEAD', '--format', 'json'])
    const kinds = JSON.parse(out).components.flatMap(
      (component: DiffSummary['components'][number]) =>
        component.languages.map(({ language, units }) => [
          component.component,
          language,
          units[0]?.kinds,
        ]),
    )
    expect(kinds).toEqual([
      ['project/b', 'en', ['removed']],
      ['project/b', 'de', ['removed']],
    ])
  })

  test('nothing differs', async () => {
    const { out } = await gitglot(createCheckout(first), ['diff', 'main'])
    expect(out).toBe('no difference\n')
  })

  test('an unknown commit: 3', async () => {
    const { code, err } = await gitglot(createCheckout(first), ['diff', 'main', 'nowhere'])
    expect([code, err]).toStrictEqual([
      3,
      'gitglot: nowhere: expected a branch, tag or commit; fetch it first if it is on a remote\n',
    ])
  })
})
