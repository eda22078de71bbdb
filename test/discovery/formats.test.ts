import { describe, expect, test } from 'vitest'
import { discoverIn, foundIn, onlyIn } from './tree.ts'

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

  test.each([
    ['i18nextv4', { a_one: 'a', a_other: 'b', c: '{{name}}' }],
    ['i18nextv4', { a: { b_one: 'a', b_other: 'b' } }],
    ['i18next', { a: 'a', a_plural: 'b' }],
    ['webextension', { a: { message: 'x', description: 'y' }, b: { message: 'z' } }],
    ['formatjs', { a: { defaultMessage: 'x' }, b: { defaultMessage: 'y', description: 'z' } }],
    ['go-i18n-json', [{ id: 'a', translation: 'x' }]],
    ['go-i18n-json-v2', { a: { hash: '1', other: 'x' } }],
    ['go-i18n-json-v2', { a: 'x', b: { one: 'x', other: 'y' } }],
    ['gotext', { language: 'en', messages: [{ id: 'a', translation: 'x' }] }],
  ])('%s by its form', (fileFormat, en) => {
    expect(foundIn({ 'l/de.json': en, 'l/en.json': en })).toEqual([
      `${fileFormat} l/*.json l/en.json`,
    ])
  })

  test.each([
    ['one key that ends like a plural form', { a_other: 'x', b: 'y' }, 'json'],
    ['interpolation', { a: 'Hi {{name}}' }, 'json'],
    ['a message beside more', { a: { message: 'x', title: 'y' } }, 'json-nested'],
    [
      'names of plural forms beside others',
      { a: { one: 'x', other: 'y', none: 'z' } },
      'json-nested',
    ],
  ])('%s does not change the format', (_, en, fileFormat) => {
    expect(onlyIn({ 'l/de.json': en, 'l/en.json': en }, 'fileFormat')).toEqual({ fileFormat })
  })

  test('messages of browser extensions may have comments', () => {
    const en = '{\n// Shown on top\n"a": {"message": "x"}}'
    const tree = { '_locales/de/messages.json': en, '_locales/en/messages.json': en }
    expect(foundIn(tree)).toEqual([
      'webextension _locales/*/messages.json _locales/en/messages.json',
    ])
  })

  test('the template of gotext may have another name than the translations', () => {
    const catalogue = { language: 'ru', messages: [{ id: 'a', translation: 'x' }] }
    const tree = {
      'locales/en-US/out.gotext.json': catalogue,
      'locales/ru/messages.gotext.json': catalogue,
      'locales/ru/out.gotext.json': catalogue,
    }
    expect(foundIn(tree)).toEqual([
      'gotext locales/*/messages.gotext.json locales/en-US/out.gotext.json',
    ])
  })

  test('the template may be in the parent folder of the translations', () => {
    const list = [{ id: 'a', translation: 'x' }]
    const tree = { 'l/app.json': list, 'l/done/app_de.json': list, 'l/done/app_ja.json': list }
    expect(foundIn(tree)).toEqual(['go-i18n-json l/done/app_*.json l/app.json'])
  })

  test.each([
    { _strings: {}, a: 'b' },
    { a: 'b', '_a.comment': 'c' },
    { a: 'b', '_a.source': 'c' },
  ])('%j is RESJSON', (en) => {
    const tree = { 'l/de.json': { a: 'x' }, 'l/en.json': en }
    expect(foundIn(tree)).toEqual(['resjson l/*.json l/en.json'])
  })

  test('RESJSON is also detected by file extension', () => {
    const tree = {
      'strings/en-US/resources.resjson': '{"a": "Hello"}',
      'strings/de-DE/resources.resjson': '{"a": "Hallo"}',
    }
    expect(foundIn(tree)).toEqual([
      'resjson strings/*/resources.resjson strings/en-US/resources.resjson',
    ])
  })

  test('Nextcloud files have no template, and those of the source language are no translations', () => {
    const texts = { translations: { 'Open it': 'x' }, pluralForm: 'nplurals=2; plural=(n != 1);' }
    const tree = {
      'apps/a/l10n/de.json': texts,
      'apps/a/l10n/en.json': texts,
      'apps/a/l10n/fr.json': texts,
      'apps/b/l10n/cs.json': texts,
    }
    expect(foundIn(tree)).toEqual([
      'nextcloud-json apps/a/l10n/*.json',
      'nextcloud-json apps/b/l10n/*.json',
    ])
    const [first] = discoverIn(tree).components
    expect(first?.languages).toEqual(['de', 'fr'])
  })

  test('lists of objects with keys are explained as unreadable', () => {
    const en = { translations: [{ key: 'a' }] }
    const { components, nearMisses } = discoverIn({ 'l/de.json': en, 'l/en.json': en })
    expect([components, nearMisses]).toEqual([
      [],
      [
        {
          filemask: 'l/*.json',
          explanation: 'The texts are in lists of objects with names, which no format reads.',
        },
      ],
    ])
  })
})

describe('rule 6: ARB', () => {
  test('l10n.yaml sets the directory and the template, relative to its package', () => {
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

  test('any file with texts and a translation is found, also at the root', () => {
    const tree = {
      'res/values/labels.xml': '<resources><plurals name="a"/></resources>',
      'res/values-de/labels.xml': strings,
      'res/values/colors.xml': '<resources><color name="a">#fff</color></resources>',
      'res/values-night/colors.xml': '<resources/>',
    }
    expect(foundIn(tree)).toEqual(['aresource res/values-*/labels.xml res/values/labels.xml'])
  })

  test.each([
    [
      'untranslatable texts',
      '<string name="a" translatable="false">x</string>',
      `All texts of ${values('values')} are marked translatable="false".`,
    ],
    [
      'arrays',
      '<string-array name="a"><item>x</item></string-array>',
      `${values('values')} has only arrays, which the format does not read.`,
    ],
  ])('a file with only %s is explained', (_content, xml, explanation) => {
    const resources = `<resources>${xml}</resources>`
    const { components, nearMisses } = discoverIn({
      [values('values')]: resources,
      [values('values-de')]: resources,
    })
    expect(components).toEqual([])
    expect(nearMisses).toEqual([{ filemask: values('values-*'), explanation }])
  })

  test('a file of moko-resources may have only plurals', () => {
    const plurals =
      '<resources><plural name="a"><item quantity="other">x</item></plural></resources>'
    const tree = { 'MR/values/plurals.xml': plurals, 'MR/values-de/plurals.xml': plurals }
    expect(foundIn(tree)).toEqual(['moko-resource MR/values-*/plurals.xml MR/values/plurals.xml'])
  })

  test('qualifiers other than languages are excluded, also car', () => {
    const regex = '(b\\+[A-Za-z0-9+]+|[a-z]{2,3}(-r([A-Z]{2}|[0-9]{3}))?)$'
    const tree = {
      [values('values')]: strings,
      [values('values-pt-rBR')]: strings,
      [values('values-b+sr+Latn')]: strings,
      [values('values-b+sr+Latn-watch')]: strings,
      [values('values-sw600dp')]: strings,
    }
    expect(onlyIn(tree, 'languageRegex', 'languages')).toEqual({
      languageRegex: `^${regex}`,
      languages: ['b+sr+Latn', 'pt-rBR'],
    })
    const { languageRegex } = onlyIn({ ...tree, [values('values-car')]: strings }, 'languageRegex')
    expect(languageRegex).toBe(`^(?!car$)${regex}`)
  })

  test('the explanation lists the first five qualifiers that are not languages', () => {
    const carriers = ['001', '204', '230', '232', '234', '260', '262']
    const { components } = discoverIn({
      [values('values')]: strings,
      [values('values-de')]: strings,
      ...Object.fromEntries(carriers.map((code) => [values(`values-mcc${code}`), strings])),
    })
    expect(components.map(({ explanation }) => explanation)).toEqual([
      `aresource files in 1 language (de): the template is ${values('values')}; mcc001, mcc204, mcc230, mcc232, mcc234 and 2 more are not languages.`,
    ])
  })

  test('a file named donottranslate is explained', () => {
    const { components, nearMisses } = discoverIn({
      [values('values', 'donottranslate-cldr.xml')]: strings,
      [values('values-de', 'donottranslate-cldr.xml')]: strings,
      [values('values', 'donottranslate.xml')]: strings,
    })
    expect(components).toEqual([])
    expect(nearMisses).toEqual([
      {
        filemask: values('values-*', 'donottranslate-cldr.xml'),
        explanation: 'Android does not translate files of this name.',
      },
    ])
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

  test('a glossary has the source language that its files declare', () => {
    const tree = { 'terms/cs.tbx': term('de', 'cs'), 'terms/fr.tbx': term('de', 'fr') }
    expect(onlyIn(tree, 'template', 'sourceLanguage', 'isGlossary')).toEqual({
      template: '',
      sourceLanguage: 'de',
      isGlossary: true,
    })
  })

  test('XML files of terms may be TBX, with the language within the name', () => {
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
            'Its name contains no language. It holds 3 languages; a component needs a file for each.',
        },
      ],
    })
  })
})
