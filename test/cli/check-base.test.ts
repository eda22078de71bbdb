import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

/** A file of JSON with `count` texts that hold a placeholder, which the first `broken` of them lack. */
function texts(count: number, start: string, mark: string, broken = 0): string {
  const entries = Array.from({ length: count }, (_, index) => [
    `key${index}`,
    `${start} ${index < broken ? '' : `${mark} `}folder ${index}`,
  ])
  return JSON.stringify(Object.fromEntries(entries), null, 1)
}

/** What `check` says since the last commit: its exit code and its lines. */
async function checked(folder: string, ...args: readonly string[]) {
  const { code, out, err } = await gitglot(folder, ['check', '--base', 'HEAD', ...args])
  return { code, lines: out.trimEnd().split('\n'), err }
}

const lastOf = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.at(-1)?.replace(/ since [0-9a-f]{12}$/, '')

const files = {
  'l/en.json': texts(40, 'Open', '%s'),
  'l/de.json': texts(40, 'Öffne', '%s'),
  'l/fr.json': texts(40, 'Ouvre', '%s'),
}

/** One string with a placeholder that French lost long ago. */
const small = {
  'l/en.json': '{\n  "hello": "Hello %s",\n  "bye": "Good bye",\n  "save": "Save the file"\n}\n',
  'l/de.json': '{\n  "hello": "Hallo %s",\n  "bye": "Tschüss",\n  "save": "Datei sichern"\n}\n',
  'l/fr.json': '{\n  "hello": "Bonjour",\n  "bye": "Au revoir",\n  "save": "Enregistrer"\n}\n',
}

describe.skipIf(!hasGit())('a change cannot weaken the check of itself', () => {
  test.each([
    ['in the paths that the files have', {}],
    [
      'by the rules of a project that finds its components',
      {
        'gitglot.yml': 'projects:\n  - { slug: a, name: A, web: https://a.example, repo: . }\n',
      },
    ],
  ])('many lost placeholders are found %s', async (_, more) => {
    const folder = createCheckout({ ...files, ...more })
    writeFilesInto(folder, { 'l/de.json': texts(40, 'Öffne', '%s', 12) })
    const ended = await checked(folder)
    expect([ended.code, lastOf(ended)]).toEqual([1, 'failed: found 12 c_format'])
  })

  test('many lost placeholders are found in a folder that is moved', async () => {
    const folder = createCheckout(files)
    renameSync(join(folder, 'l'), join(folder, 'i18n'))
    writeFilesInto(folder, { 'i18n/de.json': texts(40, 'Öffne', '%s', 12) })
    const ended = await checked(folder)
    expect([ended.code, lastOf(ended)]).toEqual([1, 'failed: found 12 c_format'])
  })

  test('new texts with another placeholder style do not hide lost placeholders', async () => {
    const braces = {
      'l/en.json': texts(30, 'Open', '{name}'),
      'l/de.json': texts(30, 'Öffne', '{name}'),
    }
    const folder = createCheckout(braces)
    const others = (start: string) => JSON.parse(texts(60, start, '{{x}}').replaceAll('key', 'new'))
    const joined = (text: string, start: string) =>
      JSON.stringify({ ...JSON.parse(text), ...others(start) }, null, 1)
    writeFilesInto(folder, {
      'l/en.json': joined(braces['l/en.json'], 'Take'),
      'l/de.json': joined(texts(30, 'Öffne', '{name}', 2), 'Nimm'),
    })
    const ended = await checked(folder)
    expect([ended.code, lastOf(ended)]).toEqual([1, 'failed: found 2 vue_format'])
  })

  test('a first message with plural forms does not fail checks of names in braces', async () => {
    const en = JSON.parse(texts(30, 'Open', '{name}'))
    const de = JSON.parse(texts(30, 'Öffne', '{name}'))
    const folder = createCheckout({
      'l/en.json': JSON.stringify(en),
      'l/de.json': JSON.stringify(de),
    })
    const [plural, german] = ['one {file} other {files}', 'one {Datei} other {Dateien}'].map(
      (forms) => `{n, plural, ${forms}}`,
    )
    writeFilesInto(folder, {
      'l/en.json': JSON.stringify({ ...en, files: plural }),
      'l/de.json': JSON.stringify({ ...de, files: german }),
    })
    expect(lastOf(await checked(folder))).toBe('passed: found nothing')
  })

  test('the format of the files is that of the base', async () => {
    const plural = (one: string, other: string) =>
      JSON.stringify({ file_one: one, file_other: other, open: 'x' }, null, 1)
    const folder = createCheckout({
      'l/en.json': plural('{{count}} file', '{{count}} files'),
      'l/de.json': plural('{{count}} Datei', '{{count}} Dateien'),
    })
    writeFilesInto(folder, { 'l/de.json': '{"file_one": "{{count}} Datei", "open": "x"}' })
    const ended = await checked(folder)
    expect([ended.code, lastOf(ended)]).toEqual([1, 'failed: found 1 plurals'])
  })

  test('a flag that a file had for a string counts, unless its source changed', async () => {
    const entry = (flag: string, id: string, text: string) =>
      `${flag}msgid "${id}"\nmsgstr "${text}"\n\n`
    const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    const flag = '#, python-format\n'
    const folder = createCheckout({
      'po/de.po':
        head + entry(flag, 'Save %(n)s', '%(n)s sichern') + entry(flag, '5%% of', '5%% von'),
      'po/fr.po': head,
    })
    writeFilesInto(folder, {
      'po/de.po': head + entry('', 'Save %(n)s', 'Sichern') + entry('', '5% of', '5 von'),
    })
    const ended = await checked(folder)
    expect([ended.code, ended.lines[0]]).toEqual([
      1,
      'po/de.po:4:1: error python_format "Save %(n)s": The translation has no `%(n)s`',
    ])
    expect(lastOf(ended)).toMatch(/^failed: found 1 python_format(;|$)/)
  })

  test('fewer plural forms than the language has fail', async () => {
    const po = (number: number, forms: string) =>
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=${number}; plural=${number === 1 ? 0 : 'n != 1'};\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\n${forms}`
    const two = 'msgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n'
    const folder = createCheckout({ 'po/de.po': po(2, two), 'po/nl.po': po(2, two) })
    writeFilesInto(folder, { 'po/de.po': po(1, 'msgstr[0] "%d Datei"\n') })
    const ended = await checked(folder)
    expect([ended.code, ended.lines[0]]).toEqual([
      1,
      'po/de.po:1:1: error plural-forms: The file declares 1 plural form for German; the base has 2.',
    ])
  })

  test('a term of a glossary that is removed still counts', async () => {
    const config = `${shopConfig}    check_flags: check-glossary\n`.replace(
      '\n    check_flags',
      '\n      - { slug: terms, name: Terms, file_format: json, filemask: t/*.json, template: t/en.json, is_glossary: true }\n    check_flags',
    )
    const folder = createCheckout({
      'gitglot.yml': config,
      't/en.json': '{"boat": "boat", "sea": "sea"}',
      't/de.json': '{"boat": "Boot", "sea": "Meer"}',
      'l/en.json': '{"a": "The boat", "b": "The sea"}',
      'l/de.json': '{"a": "Das Boot", "b": "Das Meer"}',
    })
    writeFilesInto(folder, {
      't/en.json': '{"sea": "sea"}',
      't/de.json': '{"sea": "See"}',
      'l/de.json': '{"a": "Das Schiff", "b": "Die See"}',
    })
    const { lines } = await checked(folder)
    expect(lines.filter((line) => line.includes('check_glossary'))).toEqual([
      expect.stringMatching(/^l\/de\.json:1:2: warning check_glossary "a": .*"?boat/),
      expect.stringMatching(/^failed|^passed/),
    ])
  })
})

describe.skipIf(!hasGit())('moved strings are compared with their old place', () => {
  const passed = 'passed: found nothing'

  test.each([
    ['a folder', [['l', 'i18n']]],
    [
      'a folder and a language in it',
      [
        ['l/fr.json', 'l/fr-CA.json'],
        ['l', 'i18n'],
      ],
    ],
    ['a file of a language', [['l/fr.json', 'l/fr-CA.json']]],
    [
      'a folder that is a level deeper',
      [
        ['l', 'm'],
        ['m', 'app/l'],
      ],
    ],
  ])('%s', async (_, moves) => {
    const folder = createCheckout(small)
    writeFilesInto(folder, { 'app/readme.md': 'App' })
    for (const [from = '', to = ''] of moves) renameSync(join(folder, from), join(folder, to))
    expect([await checked(folder)].map((ended) => [ended.code, lastOf(ended)])).toEqual([
      [0, passed],
    ])
  })

  test('a moved folder with edits: only new failures are reported', async () => {
    const folder = createCheckout(small)
    renameSync(join(folder, 'l'), join(folder, 'i18n'))
    writeFilesInto(folder, {
      'i18n/de.json': small['l/de.json'].replace('Hallo %s', 'Hallo').replace('Tsch', 'Tsche'),
      'i18n/fr.json': small['l/fr.json'].replace('Enregistrer', 'Sauver'),
    })
    const { lines } = await checked(folder)
    expect(lines).toEqual([
      'i18n/de.json:2:3: error c_format "hello": The translation has no `%s`',
      expect.stringMatching(/^failed: found 1 c_format since/),
    ])
  })

  test('a component with a new name and folder', async () => {
    const config = `${shopConfig}        check_flags: c-format\n`.replace(
      '    components:\n      - { slug',
      '    components:\n      - { slug',
    )
    const renamed = config.replace(' }\n        check_flags: c-format', ', check_flags: c-format }')
    const folder = createCheckout({ ...small, 'gitglot.yml': renamed })
    renameSync(join(folder, 'l'), join(folder, 'i18n'))
    writeFilesInto(folder, {
      'gitglot.yml': renamed
        .replaceAll('l/', 'i18n/')
        .replace('slug: web, name: Web', 'slug: site, name: Site'),
    })
    const ended = await checked(folder)
    expect([ended.code, lastOf(ended)]).toEqual([0, passed])
  })

  test('a file that could not be read before', async () => {
    const folder = createCheckout({ ...small, 'l/de.json': '{' })
    renameSync(join(folder, 'l'), join(folder, 'i18n'))
    const ended = await checked(folder)
    expect([ended.code, lastOf(ended)]).toEqual([0, passed])
  })

  test('strings that are in another file now', async () => {
    const templates = (a: string, b: string) => ({ 'a/en.json': a, 'b/en.json': b })
    const folder = createCheckout({
      ...templates('{"x": "Save", "y": "Open %s"}', '{"z": "Close %s"}'),
      'a/de.json': '{"x": "Sichern", "y": "Öffnen"}',
      'b/de.json': '{"z": "Schließe %s"}',
    })
    writeFilesInto(folder, {
      ...templates('{"x": "Save"}', '{"z": "Close %s", "y2": "Open %s"}'),
      'a/de.json': '{"x": "Sichern"}',
      'b/de.json': '{"z": "Schließe %s", "y2": "Öffnen"}',
    })
    const ended = await checked(folder)
    expect([ended.code, lastOf(ended)]).toEqual([0, passed])
  })

  test('all failures in a copied folder are new', async () => {
    const folder = createCheckout(small)
    const copy = Object.entries(small).map(([path, text]) => [path.replace('l/', 'm/'), text])
    writeFilesInto(folder, Object.fromEntries(copy))
    expect(lastOf(await checked(folder))).toBe('failed: found 1 c_format')
  })
})

describe.skipIf(!hasGit())('an incomplete base', () => {
  test('unreadable files of the base are reported, and all their failures count', async () => {
    const folder = createCheckout({ ...small, 'l/de.json': '{\n  "hello": "Hallo %s",,' })
    writeFilesInto(folder, { 'l/de.json': small['l/de.json'].replace('Hallo %s', 'Hallo') })
    const { code, lines } = await checked(folder)
    expect([code, lines]).toEqual([
      1,
      [
        'l/de.json:2:3: error c_format "hello": The translation has no `%s`',
        expect.stringMatching(
          /^l\/de\.json:1:1: warning base-unreadable: The base of this file cannot be read \(2:23: .*\), so its 3 strings are not compared and count as new\.$/,
        ),
        expect.stringMatching(/^failed: found 1 c_format since/),
        'also 1 warning (1 base-unreadable)',
      ],
    ])
  })

  test('an unreadable template of the base is reported once', async () => {
    const folder = createCheckout({ ...small, 'gitglot.yml': shopConfig, 'l/en.json': '{' })
    writeFilesInto(folder, { 'l/en.json': small['l/en.json'] })
    const { lines } = await checked(folder)
    expect(lines).toEqual([
      expect.stringMatching(
        /^l\/en\.json:1:1: warning base-unreadable: .* so its 9 strings are not/,
      ),
      expect.stringMatching(/^passed: found 1 warning \(1 base-unreadable\) since/),
    ])
  })
})

describe.skipIf(!hasGit())('changes to the check itself are reported', () => {
  const config = `${shopConfig}    check_flags: c-format\n`
  const settings = async (changed: Readonly<Record<string, string>>, ...gone: string[]) => {
    const folder = createCheckout({ ...small, 'gitglot.yml': config })
    writeFilesInto(folder, changed)
    for (const path of gone) rmSync(join(folder, path), { recursive: true })
    return (await checked(folder)).lines.slice(0, -1)
  }

  test('settings that decide what is checked', async () => {
    const changed = shopConfig.replace('l/en.json }', 'l/en.json, severity: { same: error } }')
    expect(await settings({ 'gitglot.yml': changed })).toEqual([
      'gitglot.yml:1:1: warning changed-settings: check_flags is ""; it was "c-format".',
      'gitglot.yml:1:1: warning changed-settings: severity is {"same":"error"}; it was {}.',
    ])
  })

  test('a component removed from the configuration', async () => {
    const other = config.replace('slug: web, name: Web', 'slug: x, name: X').replaceAll('l/', 'm/')
    expect(await settings({ 'gitglot.yml': other, 'm/en.json': '{"z": "Nothing alike"}' })).toEqual(
      [
        'gitglot.yml:1:1: warning changed-settings: The configuration no longer has l/*.json, so its files are not checked.',
      ],
    )
  })

  test.each([
    ['{ leave: ["l/*"] }', 'discover.leave is ["l/*"]; it was [].'],
    ['{ language_regex: "^fr$" }', 'discover.language_regex is "^fr$"; it was not set.'],
    [
      '{ severity: { c_format: note } }',
      'discover.severity is {"c_format":"note"}; it was not set.',
    ],
  ])('rules of discovery: %s', async (rules, message) => {
    const withRules = (discover: string) =>
      `projects:\n  - { slug: p, name: P, repo: ., web: "https://p.example", discover: ${discover} }\n`
    const more = { 'm/en.json': '{"z": "Nothing"}', 'm/de.json': '{"z": "Nichts"}' }
    const folder = createCheckout({ ...small, ...more, 'gitglot.yml': withRules('{}') })
    writeFilesInto(folder, { 'gitglot.yml': withRules(rules) })
    expect((await checked(folder)).lines).toContain(
      `gitglot.yml:1:1: warning changed-settings: ${message}`,
    )
  })

  test('rules of discovery in a new configuration', async () => {
    const folder = createCheckout({
      ...small,
      'm/en.json': '{"z": "Nothing"}',
      'm/de.json': '{"z": "Nichts"}',
    })
    const rules = 'discover: { leave: ["m/*"] }'
    writeFilesInto(folder, {
      'gitglot.yml': `projects:\n  - { slug: p, name: P, repo: ., web: "https://p.example", ${rules} }\n`,
    })
    expect((await checked(folder)).lines.slice(0, -1)).toEqual([
      'gitglot.yml:1:1: warning changed-settings: discover.leave is ["m/*"]; it was [].',
      'gitglot.yml:1:1: warning changed-settings: The configuration no longer has m/*.json, so its files are not checked.',
    ])
  })

  test('a removed configuration', async () => {
    expect(await settings({}, 'gitglot.yml')).toEqual([
      'project/l: warning changed-settings: gitglot.yml is gone: components and their checks are now discovered.',
      'project/l: warning changed-settings: check_flags is ""; it was "c-format".',
    ])
  })

  test('a component whose files were removed', async () => {
    const folder = createCheckout({
      ...small,
      'm/en.json': '{"z": "Nothing alike"}',
      'm/de.json': '{"z": "Nichts dergleichen"}',
    })
    rmSync(join(folder, 'm'), { recursive: true })
    const { code, lines, err } = await checked(folder)
    expect([code, lines[0], err]).toEqual([
      0,
      'project/m: warning removed-component: The files of m/*.json are gone, with all translations.',
      '',
    ])
    for (const command of ['diff', 'review']) {
      const shown = await gitglot(folder, [command, 'HEAD'])
      expect([shown.code, shown.err]).toEqual([0, ''])
    }
  })

  test('translations removed from a component that discovery no longer finds', async () => {
    const folder = createCheckout({
      ...small,
      'app/en.json': '{"a": "Hello"}',
      'app/de.json': '{"a": "Hallo"}',
    })
    rmSync(join(folder, 'app/de.json'))
    const { code, lines } = await checked(folder)
    expect([code, lines[0]]).toEqual([
      1,
      'app/en.json:1:1: error untranslated: The translation into German was removed.',
    ])
  })
})
