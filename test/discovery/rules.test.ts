import { describe, expect, test } from 'vitest'
import { checkRegex } from '../../src/config/field-checks.ts'
import { compilePython } from '../../src/regexp/python.ts'
import { discoverIn, foundIn, onlyIn } from './tree.ts'

const texts = { hello: 'Hello', bye: 'Bye', yes: 'Yes' }

describe('rule 1: copies, built files and settings are left out', () => {
  test.each(['node_modules', 'vendor', 'build', 'dist', '.dart_tool', 'bin', 'Pods'])(
    '%s',
    (directory) => {
      const { components, nearMisses } = discoverIn({
        [`${directory}/i18n/de.json`]: texts,
        [`${directory}/i18n/en.json`]: texts,
      })
      expect(components).toEqual([])
      expect(nearMisses).toEqual([
        {
          filemask: `${directory}/`,
          explanation:
            'Skipped, with 2 files named like translations: directories of this name hold copies, build output or tools.',
        },
      ])
    },
  )

  test('tests and examples count only if there is nothing else', () => {
    const example = { 'example/i18n/de.json': texts, 'example/i18n/en.json': texts }
    expect(foundIn(example)).toEqual(['json example/i18n/*.json example/i18n/en.json'])
    expect(foundIn({ ...example, 'i18n/de.json': texts, 'i18n/en.json': texts })).toEqual([
      'json i18n/*.json i18n/en.json',
    ])
  })

  test('settings files of tools beside translations are not languages', () => {
    const tree = { 'de.json': texts, 'en.json': texts, 'package.json': {}, 'tsconfig.json': {} }
    expect(onlyIn(tree, 'filemask', 'languageRegex', 'languages')).toEqual({
      filemask: '*.json',
      languageRegex: '^(?!(?:package|tsconfig)$)[^.]+$',
      languages: ['de'],
    })
  })

  test('an ignored file does not exclude its language', () => {
    const tree = { 'en/en.json': texts, 'zh_Hans/zh_Hans.json': texts, 'dist/zh_Hans.json': texts }
    expect(onlyIn(tree, 'filemask', 'languageRegex', 'languages')).toEqual({
      filemask: '*/*.json',
      languageRegex: '',
      languages: ['zh_Hans'],
    })
  })

  test('a filemask matches no ignored directory', () => {
    const tree = { 'de/a.json': texts, 'en/a.json': texts, 'dist/a.json': texts }
    expect(onlyIn(tree, 'filemask', 'languageRegex', 'languages')).toEqual({
      filemask: '*/a.json',
      languageRegex: '^(?!(?:dist)$)[^.]+$',
      languages: ['de'],
    })
  })
})

describe('rule 2: sets of files are judged, not single files', () => {
  test('words that are codes are languages beside a certain language', () => {
    const names = ['en', 'id', 'is', 'no', 'tr']
    const tree = Object.fromEntries(names.map((name) => [`l/${name}.json`, texts]))
    expect(onlyIn(tree, 'languages')).toEqual({ languages: ['id', 'is', 'no', 'tr'] })
  })

  test('words that are codes are not languages on their own', () => {
    expect(foundIn({ 'l/id.json': texts, 'l/no.json': texts, 'l/io.json': texts })).toEqual([])
  })

  test('the source language alone suffices in usual folders of translations', () => {
    expect(foundIn({ 'src/locales/en.json': texts })).toEqual([
      'json src/locales/*.json src/locales/en.json',
    ])
    expect(foundIn({ 'config/en.json': texts })).toEqual([])
  })

  test('codes are not split', () => {
    const names = ['en', 'be', 'be-tarask', 'fr', 'ms-arab', 'skr-arab', 'sr', 'sr-el']
    const tree = Object.fromEntries(names.map((name) => [`l/${name}.json`, texts]))
    expect(foundIn(tree)).toEqual(['json l/*.json l/en.json'])
  })

  test('a private dialect is not a suffix', () => {
    const names = ['de', 'en', 'en-x-pirate', 'fr']
    const tree = Object.fromEntries(names.map((name) => [`locales/${name}/a.json`, texts]))
    expect(foundIn(tree)).toEqual(['json locales/*/a.json locales/en/a.json'])
  })

  test('names that are no codes are excluded', () => {
    const tree = { 'l/de.json': texts, 'l/en.json': texts, 'l/fr.json': texts, 'l/index.json': {} }
    expect(onlyIn(tree, 'languageRegex', 'languages')).toEqual({
      languageRegex: '^(?!(?:index)$)[^.]+$',
      languages: ['de', 'fr'],
    })
  })
})

describe('rule 3: contents are compared', () => {
  test.each([
    ['different keys', { 'l/de.json': { a: 'x', b: 'y' }, 'l/en.json': { c: 'x', d: 'y' } }],
    ['numbers', { 'l/de.json': { a: 1, b: 2, c: 'x' }, 'l/en.json': { a: 1, b: 2, c: 'x' } }],
  ])('%s are data, not translations', (_, tree) => {
    expect(foundIn(tree)).toEqual([])
  })

  test('half of the keys of the smaller file are enough', () => {
    const tree = { 'l/de.json': { hello: 'Hallo', old: 'Alt' }, 'l/en.json': texts }
    expect(foundIn(tree)).toEqual(['json l/*.json l/en.json'])
  })
})

describe('rule 4: the template', () => {
  test.each([
    ['the source language', ['en', 'en-GB', 'de'], 'en', 'en'],
    ['American', ['en-GB', 'en-US', 'de'], 'en-US', 'en_US'],
    ['British', ['en_GB', 'de'], 'en_GB', 'en_GB'],
    ['three letters', ['eng', 'deu'], 'eng', 'en'],
  ])('%s', (_, names, template, sourceLanguage) => {
    const tree = Object.fromEntries(names.map((name) => [`l/${name}.json`, texts]))
    expect(onlyIn(tree, 'template', 'sourceLanguage')).toEqual({
      template: `l/${template}.json`,
      sourceLanguage,
    })
  })

  test.each([
    ['l/strings_*.json', 'l/strings.json'],
    ['l/app-*.json', 'l/app.json'],
    ['l/app.*.json', 'l/app.json'],
    ['l/*.app.json', 'l/app.json'],
    ['l/*/app.json', 'l/app.json'],
  ])('%s has the file without a language as template: %s', (filemask, template) => {
    const [de, fr] = ['de', 'fr'].map((code) => filemask.replace('*', code))
    const tree = { [de ?? '']: texts, [fr ?? '']: texts, [template]: texts }
    expect(foundIn(tree)).toEqual([`json ${filemask} ${template}`])
  })

  test('is the file with all keys of the others, and sets the source language', () => {
    const tree = { 'l/de.json': texts, 'l/fr.json': { hello: 'Bonjour' }, 'l/it.json': {} }
    expect(onlyIn(tree, 'template', 'sourceLanguage')).toEqual({
      template: 'l/de.json',
      sourceLanguage: 'de',
    })
  })

  test('is missing if two files have all keys, and the reason is explained', () => {
    const { components, nearMisses } = discoverIn({ 'l/de.json': texts, 'l/fr.json': texts })
    expect(components).toEqual([])
    expect(nearMisses).toEqual([
      {
        filemask: 'l/*.json',
        explanation:
          'No file holds the source texts: neither a file of en nor one that has all keys of the others.',
      },
    ])
  })

  test("a file of developers' texts beside the source language is the intermediate file", () => {
    const tree = { 'l/cs.json': texts, 'l/dev.json': { ...texts, new: 'New' }, 'l/en.json': texts }
    expect(onlyIn(tree, 'template', 'intermediate', 'languages')).toEqual({
      template: 'l/en.json',
      intermediate: 'l/dev.json',
      languages: ['cs'],
    })
  })

  test('is not needed for keys that are sentences', () => {
    expect(foundIn({ 'po/cs.json': { 'Hello, world!': 'Ahoj', 'Good bye': '' } })).toEqual([
      'json po/*.json',
    ])
  })
})

describe('rule 9: names', () => {
  const namesOf = (...masks: readonly string[]) => {
    const paths = masks.flatMap((mask) => ['de', 'en'].map((code) => mask.replace('*', code)))
    const tree = Object.fromEntries(paths.map((path) => [path, texts]))
    return discoverIn(tree).components.map(({ slug, name }) => [slug, name])
  }

  test.each([
    ['locales/*/common.json', 'common'],
    ['feature/src/locales/*.json', 'feature'],
    ['i18n/my-app-*.json', 'my-app'],
    ['src/i18n/*.json', 'translations'],
    ['plugin/localization/*.json', 'plugin'],
  ])('%s is %s', (mask, name) => {
    expect(namesOf(mask)).toEqual([[name, name]])
  })

  test('equal names are distinguished by parent directory, then by number', () => {
    expect(namesOf('a/l10n/*/ui.json', 'b/l10n/*/ui.json', 'a/i18n/*/ui.json')).toEqual([
      ['a-ui', 'a/ui'],
      ['a-ui-2', 'a/ui 2'],
      ['b-ui', 'b/ui'],
    ])
  })

  test('slugs have only letters, digits and hyphens', () => {
    expect(namesOf('Übersetzung (neu)/*.json')).toEqual([['ubersetzung-neu', 'Übersetzung (neu)']])
  })
})

test('rule 10: a file belongs to one component, and each mask has one', () => {
  const tree = {
    'l/de.json': texts,
    'l/en.json': texts,
    'l/app_de.json': texts,
    'l/app_en.json': texts,
    'l/app_fr.json': texts,
  }
  const { components } = discoverIn(tree)
  expect(components.map(({ filemask, languages }) => [filemask, languages])).toEqual([
    ['l/*.json', ['de']],
    ['l/app_*.json', ['de', 'fr']],
  ])
})

describe('app/assets/i18n/*.json is found beside any other files', () => {
  const discoverNames = (...names: readonly string[]) =>
    discoverIn(Object.fromEntries(names.map((name) => [`app/assets/i18n/${name}.json`, texts])))

  test.each([
    ['regions', ['en-US', 'de-DE', 'pt-BR', 'zh_Hans'], ['de-DE', 'pt-BR', 'zh_Hans'], ''],
    ['a base and its regions', ['en', 'en-GB', 'pt', 'pt-BR'], ['en-GB', 'pt-BR', 'pt'], ''],
    ['copies with an underscore', ['en', 'de', '_en', '_de'], ['de'], '^(?!(?:_de|_en)$)[^.]+$'],
    ['other texts', ['en', 'de', '_meta', 'about'], ['de', '_meta', 'about'], ''],
  ])('%s', (_, names, languages, languageRegex) => {
    const { components, nearMisses } = discoverNames(...names)
    expect(components).toMatchObject([
      { filemask: 'app/assets/i18n/*.json', languages, languageRegex },
    ])
    expect(nearMisses).toEqual([])
  })

  test('the name of the template may begin with an underscore', () => {
    const { components } = discoverNames('_en', 'de', 'pt-BR')
    expect(components).toMatchObject([
      {
        filemask: 'app/assets/i18n/*.json',
        template: 'app/assets/i18n/_en.json',
        languages: ['de', 'pt-BR'],
      },
    ])
  })

  test('components beside it are not its languages, and the explanation says so', () => {
    const beside = ['home_en', 'home_de', 'shop-en-US', 'shop-pt-BR']
    const { components } = discoverNames('en', 'pt-BR', '_pt-BR', ...beside)
    expect(components.map(({ filemask, languages }) => [filemask, languages])).toEqual([
      ['app/assets/i18n/*.json', ['pt-BR']],
      ['app/assets/i18n/home_*.json', ['de']],
      ['app/assets/i18n/shop-*.json', ['pt-BR']],
    ])
    expect(components[0]).toMatchObject({
      languageRegex: '^(?!(?:_pt-BR|home_.{1,20}|shop-.{1,20})$)[^.]+$',
      explanation:
        'json files in 1 language (pt-BR): the template is app/assets/i18n/en.json, the file of the source language; _pt-BR, home_*, shop-* are not languages.',
    })
  })

  test('any number of components beside it is excluded', () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}_`)
    const codes = ['en', 'de', ...names.flatMap((name) => [`${name}en`, `${name}de`])]
    expectRegex(discoverNames(...codes).components[0]?.languageRegex, codes, ['en', 'de'])
  })
})

test('a template without translations is explained', () => {
  const { components } = discoverIn({ 'locales/en.json': { a: 'x' } })
  expect(components.map(({ explanation }) => explanation)).toEqual([
    'json files without translations yet: the template is locales/en.json, the file of the source language.',
  ])
})

test('folders of components beside folders of languages are not languages', () => {
  const folders = ['en', 'de', 'home_en', 'home_de']
  const paths = folders.map((folder) => [`i18n/${folder}/texts.json`, texts])
  const { components } = discoverIn(Object.fromEntries(paths))
  expect(components.map(({ filemask, languages }) => [filemask, languages])).toEqual([
    ['i18n/*/texts.json', ['de']],
    ['i18n/home_*/texts.json', ['de']],
  ])
  expectRegex(components[0]?.languageRegex, folders, ['en', 'de'])
})

/** Expects a valid expression that matches exactly these codes. */
function expectRegex(regex = '', codes: readonly string[], matching: readonly string[]): void {
  expect([checkRegex(regex), regex === '']).toEqual([undefined, false])
  expect(codes.filter((code) => compilePython(regex).test(code))).toEqual(matching)
}
