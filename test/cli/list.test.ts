import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { hasGit, runGit } from '../support/git-repository.ts'

/** Commits of 2024-01-01; the second changes a source, but not its German translation. */
const commits = [
  {
    'gitglot.yml': shopConfig,
    'l/en.json': '{\n"a": "Hello there.",\n"b": "Good bye",\n"c": "Yes"\n}',
    'l/de.json': '{\n"a": "Hallo du",\n"b": "Auf Wiedersehen"\n}',
    'l/cs.json': '{\n"a": "Ahoj"\n}',
  },
  { 'l/en.json': '{\n"a": "Hello you.",\n"b": "Good bye",\n"c": "Yes"\n}' },
] as const

describe.skipIf(!hasGit())('list', () => {
  test('shows each string with its line, failing checks and texts', async () => {
    const args = ['list', '--language', 'de', '--state', 'untranslated,translated']
    expect(await gitglot(createCheckout(...commits), args)).toStrictEqual({
      code: 0,
      err: '',
      out: `shop/web  de  l/de.json
  2  a  end_stop
      Hello you. → Hallo du
  3  b
      Good bye → Auf Wiedersehen
     c  untranslated
      Yes

3 strings
`,
    })
  })

  test('a string without a file has no line', async () => {
    const folder = createCheckout({ 'po/de.po': 'msgid "Yes"\nmsgstr "Ja"\n' })
    const { out } = await gitglot(folder, ['list', '--language', 'en'])
    expect(out.split('\n')[1]).toBe('  Yes  read only')
    const { out: csv } = await gitglot(folder, ['list', '--language', 'en', '--format', 'csv'])
    expect(csv.split('\r\n')[1]).toMatch(/^[^,]*,en,,,Yes,read-only,/)
  })

  test.each([
    ['po/de.po po/fr.po', 'en', [null, null, null, null, null]],
    ['docs/en/a docs/en/b docs/de/a', 'de', ['docs/de', null, null, 'docs/en/b', 1]],
    ['docs/a docs/b docs/c docs/a.de docs/b.de', 'de', ['docs', null, null, 'docs/c', 1]],
  ])('a string that a language lacks has no location: %s', async (paths, code, place) => {
    const text = 'msgid "Yes"\nmsgstr "Ja"\n'
    const pathsWithEnds = paths.split(' ').map((path) => path.replace(/^docs.*/, '$&.md'))
    const { out } = await gitglot(
      createCheckout(Object.fromEntries(pathsWithEnds.map((path) => [path, text]))),
      ['list', '--language', code, '--state', 'untranslated,read-only', '--format', 'json'],
    )
    const [unit] = JSON.parse(out).units
    const { filename, line, column, sourceFilename, sourceLine } = unit
    const source = sourceFilename?.replace('.md', '') ?? null
    expect([filename, line, column, source, sourceLine]).toEqual(place)
  })

  test('a plural has the line of its first form', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig.replace('json,', 'i18nextv4,'),
      'l/en.json': '{\n"a_one": "day",\n"a_other": "days"\n}',
      'l/cs.json': '{\n"a_one": "den",\n"a_few": "dny",\n"a_many": "dne",\n"a_other": "dní"\n}',
    })
    const { out } = await gitglot(folder, ['list', '--language', 'cs', '--format', 'csv'])
    expect(out.split('\r\n')[1]).toMatch(/^shop\/web,cs,l\/cs.json,2,a,/)
  })

  test('--outdated shows since when, and the source that was translated', async () => {
    const { out } = await gitglot(createCheckout(...commits), ['list', '--outdated'])
    expect(out.split('\n')).toStrictEqual([
      'shop/web  cs  l/cs.json',
      '  2  a  outdated since 2024-01-01, end_stop',
      '      Hello you. → Ahoj',
      '      translated from: Hello there.',
      '',
      'shop/web  de  l/de.json',
      '  2  a  outdated since 2024-01-01, end_stop',
      '      Hello you. → Hallo du',
      '      translated from: Hello there.',
      '',
      '2 strings',
      '',
    ])
  })

  const filters: readonly [args: readonly string[], found: readonly string[]][] = [
    [
      ['--check', 'end_stop'],
      ['cs a', 'de a'],
    ],
    [['--check', 'end_stop,same', '--language', 'DE'], ['de a']],
    [
      ['--state', 'untranslated'],
      ['cs b', 'cs c', 'de c'],
    ],
    [['-q', 'source:hello AND language:cs'], ['cs a']],
    [
      ['-q', 'is:outdated OR source:yes', '--language', 'de'],
      ['de a', 'de c'],
    ],
    [
      ['--query', 'key:b', '--state', 'translated'],
      ['en b', 'de b'],
    ],
    [['--state', 'approved'], []],
    [
      ['--ref', 'HEAD~1', '--check', 'end_stop'],
      ['cs a', 'de a'],
    ],
  ]
  test('all filters must pass', async () => {
    const folder = createCheckout(...commits)
    for (const [args, expected] of filters) {
      const { out, err } = await gitglot(folder, ['list', '--format', 'json', ...args])
      const units: { language: string; context: string }[] = JSON.parse(out).units
      const names = units.map(({ language, context }) => `${language} ${context}`)
      expect([args, names, err]).toStrictEqual([args, expected, ''])
    }
  })

  test('an unreadable file is reported, and the rest shown', async () => {
    const folder = createCheckout(...commits, { 'l/de.json': '{' })
    for (const format of ['table', 'csv', 'po']) {
      const args = ['list', '--language', 'cs', '--check', 'same', '--format', format]
      const { code, err } = await gitglot(folder, args)
      const fault = 'l/de.json:1:2: expected a key in double quotes, found the end of the file\n'
      expect([code, err]).toStrictEqual([3, fault])
    }
  })

  test('the JSON follows its schema', async () => {
    const folder = createCheckout(...commits)
    const { out } = await gitglot(folder, ['list', '--format', 'json', '--outdated'])
    const list: unknown = JSON.parse(out)
    const schema: object = JSON.parse(readFileSync('schemas/list.schema.json', 'utf8'))
    const validate = new Ajv({ allowUnionTypes: true, validateFormats: false }).compile(schema)
    validate(list)
    expect(validate.errors).toBe(null)
    expect(list).toMatchObject({
      repository: '.',
      units: [
        { language: 'cs' },
        {
          component: 'shop/web',
          language: 'de',
          filename: 'l/de.json',
          line: 2,
          column: 1,
          context: 'a',
          state: 'translated',
          source: ['Hello you.'],
          target: ['Hallo du'],
          previousSource: 'Hello there.',
          checks: [
            {
              id: 'end_stop',
              message: 'The translation does not end with a full stop; the source does',
            },
          ],
          outdated: { commit: runGit(folder, 'rev-parse', 'HEAD') },
        },
      ],
    })
  })

  test('CSV has a line for each string, or for each of its plural forms', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig.replace(
        'file_format: json, filemask: l/*.json, template: l/en.json',
        'file_format: aresource, filemask: v-*/s.xml, template: v/s.xml',
      ),
      'v/s.xml':
        '<resources><plurals name="n"><item quantity="one">%d day</item><item quantity="other">%d days</item></plurals></resources>',
      'v-de/s.xml':
        '<resources><plurals name="n"><item quantity="one">%d Tag</item><item quantity="other">=%d Tage</item></plurals></resources>',
    })
    const { out } = await gitglot(folder, ['list', '--language', 'de', '--format', 'csv'])
    expect(out.split('\r\n')).toStrictEqual([
      'component,language,filename,line,context,state,checks,outdated_since,plural,source,target,previous_source,note',
      'shop/web,de,v-de/s.xml,1,n,translated,,,0,%d day,%d Tag,,',
      "shop/web,de,v-de/s.xml,1,n,translated,,,1,%d days,'=%d Tage',,",
      '',
    ])
  })

  test('PO has the strings of one translation', async () => {
    const folder = createCheckout(...commits)
    const args = ['list', '--format', 'po', '--state', 'untranslated', '--language', 'cs']
    const { out } = await gitglot(folder, args)
    expect(out.split('\n\n').slice(1)).toStrictEqual([
      'msgctxt "b"\nmsgid "Good bye"\nmsgstr ""',
      'msgctxt "c"\nmsgid "Yes"\nmsgstr ""\n',
    ])
    const all = await gitglot(folder, ['list', '--format', 'po'])
    expect([all.code, all.err]).toStrictEqual([
      2,
      'gitglot list: --format po writes one translation, found 3: select it with --component and --language\n',
    ])
  })

  const wrong: readonly [args: readonly string[], message: string][] = [
    [['--state', 'fuzy'], 'there is no state "fuzy"; known: untranslated, needs-editing,'],
    [['--check', 'endstop'], 'there is no check "endstop", did you mean end_stop?'],
    [['-q', 'state:x'], 'wrong query "state:x": Unsupported state: x'],
    [
      ['-q', 'changed:>=2026-01-01'],
      'wrong query "changed:>=2026-01-01": only the pages and the API of gitglot serve know when strings changed',
    ],
  ]
  test('wrong names and queries are reported', async () => {
    const folder = createCheckout(...commits)
    for (const [args, message] of wrong) {
      const { code, err } = await gitglot(folder, ['list', ...args])
      expect([code, err.slice(0, message.length)]).toStrictEqual([2, message])
    }
  })

  test('of more than ten components, status sums each language', async () => {
    const slugs = Array.from({ length: 11 }, (_, index) => `c${index}`)
    const folder = createCheckout()
    const components = slugs.map(
      (slug) =>
        `      - { slug: ${slug}, name: ${slug}, file_format: json, filemask: ${slug}/*.json, template: ${slug}/en.json }\n`,
    )
    const config = shopConfig.split('\n').slice(0, 6).join('\n')
    writeFilesInto(folder, { 'gitglot.yml': `${config}\n${components.join('')}` })
    for (const slug of slugs) {
      writeFilesInto(folder, { [`${slug}/en.json`]: '{"a": "b"}', [`${slug}/de.json`]: '{}' })
    }
    const { out } = await gitglot(folder, ['status'])
    expect(out.split('\n').slice(-4)).toStrictEqual([
      '11 components: 50.0% of 22 strings, 11 left, no errors',
      '  de  German     0.0%   0/11  11 left',
      '  en  English  100.0%  11/11',
      '',
    ])
  })
})
