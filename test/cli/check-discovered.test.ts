import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, writeFilesInto } from '../support/command.ts'
import { hasGit, runGit } from '../support/git-repository.ts'

describe.skipIf(!hasGit())('the gate in a checkout without a configuration', () => {
  test('names the file in a folder that is a translation', async () => {
    const folder = createCheckout({
      'metadata/en-US/title.txt': 'Tidewatch',
      'metadata/en-US/short_description.txt': 'Tides of all harbours\n',
      'metadata/de/title.txt': 'Tidewatch, der Wächter der Gezeiten',
    })
    const { code, out } = await gitglot(folder, ['check', '--fail-on', 'note'])
    expect(code).toBe(1)
    expect(out).toMatch(/^metadata\/de\/title\.txt:1:1: error max-length "title\.txt:1": German/)
  })
  test('names the line of the language in a file of all languages', async () => {
    const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
    const catalog = {
      sourceLanguage: 'en',
      strings: {
        'Hello %@': { localizations: { de: unit('Hallo'), fr: unit('Bonjour %@') } },
        '%@ of 100%%': { localizations: { de: unit('von 100%') } },
      },
      version: '1.0',
    }
    const files = { 'App/Localizable.xcstrings': JSON.stringify(catalog, null, 2) }
    const { code, out } = await gitglot(createCheckout(files), ['check'])
    expect([code, out.split('\n').slice(0, 3)]).toEqual([
      1,
      [
        'App/Localizable.xcstrings:6:9: error objc_format "Hello %@": The translation has no `%@`',
        'App/Localizable.xcstrings:22:9: error objc_format "%@ of 100%%": The translation has no `%@`; `%` is not in the source',
        'failed: found 2 objc_format',
      ],
    ])
  })
})

test.skipIf(!hasGit())(
  'a broken string catalog is named, and no language of it is removed',
  async () => {
    const german = {
      localizations: { de: { stringUnit: { state: 'translated', value: 'Hallo' } } },
    }
    const catalog = { sourceLanguage: 'en', strings: { Hello: german }, version: '1.0' }
    const folder = createCheckout({
      'App/Localizable.xcstrings': JSON.stringify(catalog),
      'locales/en.json': '{"a": "Apple"}',
      'locales/de.json': '{"a": "Apfel"}',
    })
    writeFilesInto(folder, {
      'App/Localizable.xcstrings': JSON.stringify(catalog).replace('"}', '}'),
    })
    for (const options of [[], ['--base', 'HEAD']]) {
      const { code, out } = await gitglot(folder, ['check', ...options])
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(
          /^App\/Localizable\.xcstrings:1:\d+: error parse-error: .*\nfailed: found 1 /,
        ),
      ])
    }
  },
)

const conflict = (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> topic\n`
const resource = (text: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <data name="a"><value>${text}</value></data>\n</root>\n`

test.skipIf(!hasGit()).each([
  ['YAML of Ruby', 'config/locales/$.yml', 'en:\n  a: Apple\n', 'de:\n  a: Apfel\n'],
  ['Laravel', 'lang/$/auth.php', '<?php\nreturn ["a" => "A"];\n', '<?php\nreturn ["a" => "B"];\n'],
  ['Fluent', 'locales/$/app.ftl', 'a = Apple\n', 'a = Apfel\n'],
  ['resources of .NET', 'res/S.$.resx', resource('Apple'), resource('Apfel')],
  ['Apple', '$.lproj/Localizable.strings', '"a" = "Apple";\n', '"a" = "Apfel";\n'],
  ['TOML among data', 'data/$.toml', 'a = "An apple"\n', 'a = "Ein Apfel"\n'],
  ['TOML', 'locales/$.toml', 'a = "Apple"\n', 'a = "Apfel"\n'],
])('%s with a broken template is a component', async (_, mask, source, translation) => {
  const [template, other] = ['en', 'de'].map((code) => mask.replace('$', code)) as [string, string]
  const folder = createCheckout({ [template]: conflict(source), [other]: translation })
  const { code, out } = await gitglot(folder, ['check'])
  expect([code, out]).toEqual([1, expect.stringContaining(`${template}:`)])
  expect(out).toContain('error parse-error')
})

test.skipIf(!hasGit())('a change that breaks the only file is compared with its base', async () => {
  const folder = createCheckout({ 'po/de.po': 'msgid "Open"\nmsgstr "Offen"\n' })
  writeFilesInto(folder, { 'po/de.po': conflict('msgid "Open"\nmsgstr "Offen"\n') })
  const check = await gitglot(folder, ['check', '--base', 'HEAD'])
  expect([check.code, check.out]).toEqual([
    1,
    expect.stringMatching(/^po\/de\.po:1:1: error parse-error: .*\nfailed: found 1 parse-error /),
  ])
  for (const command of ['diff', 'review']) {
    const { code, err } = await gitglot(folder, [command, 'HEAD'])
    expect([command, code, err]).toEqual([command, 3, expect.stringMatching(/^po\/de\.po:1:1: /)])
  }
})

test.skipIf(!hasGit())(
  'components that the branch never had are not searched in its files',
  async () => {
    const folder = createCheckout({ 'po/de.po': conflict('') })
    runGit(folder, 'checkout', '--quiet', '-b', 'repaired')
    writeFilesInto(folder, { 'po/de.po': 'msgid "Open"\nmsgstr "Offen"\n' })
    runGit(folder, 'commit', '--quiet', '--all', '--message', 'Repair')
    runGit(folder, 'checkout', '--quiet', 'main')
    const { code, err } = await gitglot(folder, ['check', '--base', 'repaired'])
    expect([code, err]).toEqual([2, expect.stringContaining('no component found')])
  },
)
