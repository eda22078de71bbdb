import { describe, expect, test } from 'vitest'
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
            'Left out with 2 files named like translations: such directories hold copies, built files or tools.',
        },
      ])
    },
  )

  test('tests and examples count only where there is nothing else', () => {
    const example = { 'example/i18n/de.json': texts, 'example/i18n/en.json': texts }
    expect(foundIn(example)).toEqual(['json example/i18n/*.json example/i18n/en.json'])
    expect(foundIn({ ...example, 'i18n/de.json': texts, 'i18n/en.json': texts })).toEqual([
      'json i18n/*.json i18n/en.json',
    ])
  })

  test('settings of tools beside translations are no languages', () => {
    const tree = { 'de.json': texts, 'en.json': texts, 'package.json': {}, 'tsconfig.json': {} }
    expect(onlyIn(tree, 'filemask', 'languageRegex', 'languages')).toEqual({
      filemask: '*.json',
      languageRegex: '',
      languages: ['de'],
    })
  })
})

describe('rule 2: sets are judged, not single files', () => {
  test('words count fully once a sibling is certain', () => {
    const names = ['en', 'id', 'is', 'no', 'tr']
    const tree = Object.fromEntries(names.map((name) => [`l/${name}.json`, texts]))
    expect(onlyIn(tree, 'languages')).toEqual({ languages: ['id', 'is', 'no', 'tr'] })
  })

  test('words alone are no languages', () => {
    expect(foundIn({ 'l/id.json': texts, 'l/no.json': texts, 'l/io.json': texts })).toEqual([])
  })

  test('the source language alone is enough where translations are kept', () => {
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

  test('names that are no codes are kept out', () => {
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
  ])('%s has the file without a language: %s', (filemask, template) => {
    const [de, fr] = ['de', 'fr'].map((code) => filemask.replace('*', code))
    const tree = { [de ?? '']: texts, [fr ?? '']: texts, [template]: texts }
    expect(foundIn(tree)).toEqual([`json ${filemask} ${template}`])
  })

  test('the file with all keys of the others, whose language is the source language', () => {
    const tree = { 'l/de.json': texts, 'l/fr.json': { hello: 'Bonjour' }, 'l/it.json': {} }
    expect(onlyIn(tree, 'template', 'sourceLanguage')).toEqual({
      template: 'l/de.json',
      sourceLanguage: 'de',
    })
  })

  test('none where two files have as many keys, and the reason is told', () => {
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

  test("the developers' texts beside the edited ones are the intermediate file", () => {
    const tree = { 'l/cs.json': texts, 'l/dev.json': { ...texts, new: 'New' }, 'l/en.json': texts }
    expect(onlyIn(tree, 'template', 'intermediate', 'languages')).toEqual({
      template: 'l/en.json',
      intermediate: 'l/dev.json',
      languages: ['cs'],
    })
  })

  test('keys that are sentences need no template', () => {
    expect(foundIn({ 'po/cs.json': { 'Hello, world!': 'Ahoj', 'Good bye': '' } })).toEqual([
      'json po/*.json',
    ])
  })
})

describe('rule 5: json or json-nested by the content of all files', () => {
  test.each([
    ['texts', { a: 'x' }, { a: 'y' }, 'json'],
    ['dotted keys', { 'a.b': 'x', 'a.c': 'z' }, { 'a.b': 'y' }, 'json'],
    ['a mapping in the template', { a: { b: 'x' } }, {}, 'json-nested'],
    ['a mapping in a translation', { a: 'x', c: 'z' }, { a: 'y', b: { c: 'x' } }, 'json-nested'],
    ['a list', { a: ['x', 'y'] }, {}, 'json-nested'],
  ])('%s', (_, en, de, fileFormat) => {
    expect(onlyIn({ 'l/de.json': de, 'l/en.json': en }, 'fileFormat')).toEqual({ fileFormat })
  })

  test('what is readable of other programs is proposed with a note', () => {
    const en = { a_one: 'a', a_other: 'b', c: '{{name}}' }
    expect(onlyIn({ 'l/de.json': {}, 'l/en.json': en }, 'explanation')).toEqual({
      explanation:
        'json files in 1 language (de): the template is l/en.json, the file of the source language; keys have the plural endings of i18next: each form (_one, _other) is a unit of its own; texts hold {{names}}, which check_flags: i18next-interpolation checks.',
    })
  })

  test.each([
    ['go-i18n', [{ id: 'a', translation: 'x' }]],
    ['go-i18n', { a: { hash: '1', other: 'x' } }],
    ['gotext', { lang: 'en', messages: [] }],
    ['resjson', { _strings: {}, a: 'b' }],
    ['nextcloud', { translations: [{ key: 'a' }] }],
  ])('%s is named as not supported', (dialect, en) => {
    const { components, nearMisses } = discoverIn({ 'l/de.json': en, 'l/en.json': en })
    expect(components).toEqual([])
    expect(nearMisses).toEqual([
      {
        filemask: 'l/*.json',
        explanation: `The files have the form of ${dialect}, which is not supported.`,
      },
    ])
  })
})

describe('rule 6: ARB', () => {
  test('l10n.yaml names directory and template, relative to its package', () => {
    const tree = {
      'packages/ui/l10n.yaml': 'arb-dir: i18n\ntemplate-arb-file: ui_de.arb\n',
      'packages/ui/i18n/ui_de.arb': { a: 'x' },
      'packages/ui/i18n/ui_en.arb': { a: 'y' },
    }
    expect(onlyIn(tree, 'template', 'sourceLanguage')).toEqual({
      template: 'packages/ui/i18n/ui_de.arb',
      sourceLanguage: 'de',
    })
  })

  test('a template that l10n.yaml names needs no translation', () => {
    const tree = { 'l10n.yaml': 'arb-dir: res\n', 'res/app_en.arb': { a: 'x' } }
    expect(foundIn(tree)).toEqual(['arb res/app_*.arb res/app_en.arb'])
  })

  test('@@locale names the source language of a template without a code', () => {
    const tree = {
      'l10n/app.arb': { '@@locale': 'nb', a: 'x' },
      'l10n/app_de.arb': {},
      'l10n/app_fr.arb': {},
    }
    expect(onlyIn(tree, 'template', 'sourceLanguage')).toEqual({
      template: 'l10n/app.arb',
      sourceLanguage: 'nb',
    })
  })

  test('the one file with metadata is the template', () => {
    const tree = {
      'l10n/app_de.arb': { a: 'x', '@a': { description: 'what it is' } },
      'l10n/app_en.arb': { a: 'y' },
    }
    expect(onlyIn(tree, 'template')).toEqual({ template: 'l10n/app_de.arb' })
  })

  test.each([
    [{ 'l/intl_en.arb': {} }, 'l/intl_en.arb', 'l/intl_messages.arb'],
    [{ 'l/intl_fr.arb': {} }, 'l/intl_messages.arb', ''],
  ])('intl_messages.arb beside %j', (files, template, intermediate) => {
    const tree = { ...files, 'l/intl_de.arb': {}, 'l/intl_messages.arb': {} }
    expect(onlyIn(tree, 'template', 'intermediate')).toEqual({ template, intermediate })
  })
})

describe('rule 7: Android', () => {
  const strings = '<resources><string name="a">x</string></resources>'
  const values = (folder: string, name = 'strings.xml') => `app/src/main/res/${folder}/${name}`

  test('any file with texts and a translation, at the root as well', () => {
    const tree = {
      'res/values/labels.xml': '<resources><plurals name="a"/></resources>',
      'res/values-de/labels.xml': strings,
      'res/values/colors.xml': '<resources><color name="a">#fff</color></resources>',
      'res/values-night/colors.xml': '<resources/>',
    }
    expect(foundIn(tree)).toEqual(['aresource res/values-*/labels.xml res/values/labels.xml'])
  })

  test('not one whose texts are all untranslatable', () => {
    const fixed = '<resources><string name="a" translatable="false">x</string></resources>'
    const { components, nearMisses } = discoverIn({
      [values('values')]: fixed,
      [values('values-de')]: fixed,
    })
    expect(components).toEqual([])
    expect(nearMisses).toEqual([
      {
        filemask: values('values-*'),
        explanation: `All texts of ${values('values')} are marked translatable="false".`,
      },
    ])
  })

  test('qualifiers that are no languages are kept out, the car dock as well', () => {
    const regex = '(b\\+.*|[a-z]{2,3}(-r([A-Z]{2}|[0-9]{3}))?)$'
    const tree = {
      [values('values')]: strings,
      [values('values-pt-rBR')]: strings,
      [values('values-b+sr+Latn')]: strings,
      [values('values-sw600dp')]: strings,
    }
    expect(onlyIn(tree, 'languageRegex', 'languages')).toEqual({
      languageRegex: `^${regex}`,
      languages: ['b+sr+Latn', 'pt-rBR'],
    })
    const { languageRegex } = onlyIn({ ...tree, [values('values-car')]: strings }, 'languageRegex')
    expect(languageRegex).toBe(`^(?!car$)${regex}`)
  })

  test('source sets without a translation are left out', () => {
    const tree = {
      [values('values')]: strings,
      [values('values-de')]: strings,
      'app/src/debug/res/values/strings.xml': strings,
    }
    expect(foundIn(tree)).toEqual([`aresource ${values('values-*')} ${values('values')}`])
  })
})

describe('rule 8: TBX', () => {
  const term = (...codes: readonly string[]) =>
    `<martif type="TBX"><text><body><termEntry>${codes
      .map((code) => `<langSet xml:lang="${code}"><tig><term>a</term></tig></langSet>`)
      .join('')}</termEntry></body></text></martif>`

  test('a glossary in the source language that its files name', () => {
    const tree = { 'terms/cs.tbx': term('de', 'cs'), 'terms/fr.tbx': term('de', 'fr') }
    expect(onlyIn(tree, 'template', 'sourceLanguage', 'isGlossary')).toEqual({
      template: '',
      sourceLanguage: 'de',
      isGlossary: true,
    })
  })

  test('XML in a folder of terms may be TBX, with the language amid the name', () => {
    const tree = {
      'terms/Export for DE-DE (TBX).xml': term('de-de'),
      'terms/Export for FR-FR (TBX).xml': term('fr-fr'),
    }
    expect(foundIn(tree)).toEqual(['tbx terms/Export for * (TBX).xml'])
  })

  test('a file of many languages is no component', () => {
    expect(discoverIn({ 'terms/all.tbx': term('en', 'de', 'fr') })).toEqual({
      components: [],
      nearMisses: [
        {
          filemask: 'terms/all.tbx',
          explanation:
            'There is no language in its name. It holds 3 languages; a component needs a file for each.',
        },
      ],
    })
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
  ])('%s is %s', (mask, name) => {
    expect(namesOf(mask)).toEqual([[name, name]])
  })

  test('the parent directory tells equal names apart, then a number', () => {
    expect(namesOf('a/l10n/*/ui.json', 'b/l10n/*/ui.json', 'a/i18n/*/ui.json')).toEqual([
      ['a-ui', 'a/ui'],
      ['a-ui-2', 'a/ui 2'],
      ['b-ui', 'b/ui'],
    ])
  })

  test('slugs have letters and digits only', () => {
    expect(namesOf('Übersetzung (neu)/*.json')).toEqual([['ubersetzung-neu', 'Übersetzung (neu)']])
  })
})

test('rule 10: a file is in one component, and there is one for each mask', () => {
  const tree = {
    'l/de.json': texts,
    'l/en.json': texts,
    'l/app_de.json': texts,
    'l/app_en.json': texts,
    'l/app_fr.json': texts,
  }
  const { components } = discoverIn(tree)
  expect(components.map(({ filemask }) => filemask)).toEqual(['l/app_*.json'])
})
