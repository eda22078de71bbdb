import { describe, expect, test } from 'vitest'
import { discoverIn, onlyIn } from './tree.ts'

/** The check flags of a component with these source texts and translations. */
function flagsOf(en: object, de: object = en): string {
  return onlyIn({ 'i18n/en.json': en, 'i18n/de.json': de }, 'checkFlags').checkFlags
}

describe('check flags match the placeholders in texts', () => {
  test.each([
    ['{{count, number}} boats', 'i18next-interpolation'],
    ['see $t(common.name)', 'i18next-interpolation'],
    ['{count, plural, one {# boat} other {# boats}}', 'icu-message-format'],
    ['Hello {name}', 'vue-format'],
    ['Hello @:name', 'vue-format'],
    ['{} boats', 'python-brace-format'],
    ['{0} boats', 'c-sharp-format'],
    [`Hello \${name}`, 'es-format'],
    ['Hello %(name)s', 'python-format'],
    ['Hello %{name}', 'ruby-format'],
    ['Hello %1$s, %d boats', 'c-format'],
    ['Hello %@', 'c-format'],
    ['%,d boats', 'java-printf-format'],
    ['Hello %name%', 'percent-placeholders'],
    ['100 % sure', ''],
    ['double them as "{{" and "}}"', ''],
    ['50%discount of 20%', ''],
    ['mail a@b.example {', ''],
  ])('%s: %s', (text, flags) => {
    expect(flagsOf({ a: text, b: 'Bye' })).toBe(flags)
  })

  test('also if a translation breaks the only placeholder', () => {
    expect(flagsOf({ a: '{{count, number}}' }, { a: '{{cuenta, number}}' })).toBe(
      'i18next-interpolation',
    )
    expect(flagsOf({ a: '{0} boats' }, { a: 'Boote' })).toBe('c-sharp-format')
  })

  test('but not if the check takes other texts for placeholders', () => {
    const text = "Unbalanced '{' at line %0"
    expect(
      flagsOf({ a: '{} boats', b: text }, { a: '{} Boote', b: 'Einzelne { in Zeile %0' }),
    ).toBe('')
    expect(flagsOf({ a: '%s boats', b: 'Use %DIR%' }, { a: '%s Boote', b: '%DIR% fehlt' })).toBe(
      'percent-placeholders',
    )
  })

  test('also if one of many other texts has an error', () => {
    const textsOf = (hello: string, item: string) =>
      Object.fromEntries([
        ...Array.from({ length: 120 }, (_, index) => [`p${index}`, `${hello} {name} ${index}`]),
        ['n', `{n, plural, one {# ${item}} other {# ${item}s}}`],
      ])
    const de = { ...textsOf('Hallo', 'Ding'), p7: 'Hallo {nam} 7' }
    expect(flagsOf(textsOf('Hello', 'item'), de)).toBe('icu-message-format')
  })

  test('the most frequent style of braces, and every other kind of placeholder', () => {
    const texts = { a: '{{name}}', b: '{{count}}', c: '{sample}', d: '%s' }
    expect(flagsOf(texts)).toBe('i18next-interpolation, c-format')
  })
})

test('placeholders that translations often change get no flag, and the explanation says so', () => {
  const en = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, '{word}']))
  const de = Object.fromEntries(Object.keys(en).map((key) => [key, '{Wort}']))
  expect(onlyIn({ 'i18n/en.json': en, 'i18n/de.json': de }, 'checkFlags', 'explanation')).toEqual({
    checkFlags: '',
    explanation:
      'json files in 1 language (de): the template is i18n/en.json, the file of the source language; texts contain {names} as in Vue I18n, but too many translations differ for a check.',
  })
})

test('names beside ICU messages get the ICU flag, even if a translator misspells one', () => {
  const names = Array.from({ length: 50 }, (_, index) => [`n${index}`, `Hi {name} ${index}`])
  const file = (plural: string) => ({ ...Object.fromEntries(names), p: `{n, plural, ${plural}}` })
  const { components } = discoverIn({
    'messages/en.json': file('one {# item} other {# items}'),
    'messages/de.json': { ...file('one {# Ding} other {# Dinge}'), n7: 'Hallo {nam}' },
    'messages/ja.json': file('other {#個}'),
  })
  expect(components.map(({ checkFlags }) => checkFlags)).toEqual(['icu-message-format'])
})

test('placeholders that a format checks itself get no flag', () => {
  const text = (value: string) => `<resources><string name="a">${value}</string></resources>`
  const { components } = discoverIn({
    'res/values/strings.xml': text('%1$s'),
    'res/values-de/strings.xml': text('%1$s'),
    'l10n/app_en.arb': { a: '{name}' },
    'l10n/app_de.arb': { a: '{name}' },
    'l10n/app-en.ftl': 'a = Replace {"{PATH}"}\n',
    'l10n/app-de.ftl': 'a = {"{PATH}"} ersetzen\n',
    'l10n/App_en.properties': 'a={0}\n',
    'l10n/App_de.properties': 'a=für {0}\n',
    'l10n/Old_en.properties': 'a={0}\n',
    'l10n/Old_de.properties': 'a=fuer {0}\n',
    'en.lproj/App.strings': '"a" = "Hello %@ %s";\n',
    'de.lproj/App.strings': '"a" = "Hallo %@ %s";\n',
    'lang/en/auth.php': "<?php\nreturn ['a' => 'Hello :name'];\n",
    'lang/de/auth.php': "<?php\nreturn ['a' => 'Hallo :name'];\n",
  })
  expect(components.map(({ fileFormat, checkFlags }) => [fileFormat, checkFlags])).toEqual([
    ['arb', ''],
    ['aresource', ''],
    ['fluent', ''],
    ['laravel', ''],
    ['properties', ''],
    ['properties-utf8', ''],
    ['strings-utf8', ''],
  ])
})

test('numbered percent placeholders in Qt files get the Qt flag', () => {
  const message = (text: string) => `<message><source>%1</source>${text}</message>`
  const tree = {
    'app_de.ts': `<TS>${message('<translation>%1</translation>')}</TS>`,
    'app_cs.ts': `<TS>${message('')}</TS>`,
  }
  expect(onlyIn(tree, 'checkFlags')).toEqual({ checkFlags: 'qt-format' })
})

test('code in XLIFF tags is no placeholder', () => {
  const text = (more: string) =>
    `See <x id="INTERPOLATION" equiv-text="{{ name }}"/> at <x id="PH" equiv-text="\${this.time}"/>${more}`
  const file = (more: string) =>
    `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" datatype="plaintext" original="ng2.template"><body><trans-unit id="1" datatype="html"><source>${text(more)}</source><target>${text(more)}</target></trans-unit></body></file></xliff>`
  const inTag = 'See <ph id="0" disp="{{ name }}"/>'
  const file2 = (more: string) =>
    `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><segment><source>${inTag}${more}</source><target>${inTag}${more}</target></segment></unit></file></xliff>`
  const guardsOf = (more: string) =>
    [file(more), file2(more)].map((content) => {
      const files = { 'messages.xlf': content, 'messages.de.xlf': content }
      return onlyIn(files, 'checkFlags').checkFlags
    })
  expect(guardsOf('')).toEqual(['', ''])
  expect(guardsOf(' {{ n }}')).toEqual(['i18next-interpolation', 'i18next-interpolation'])
})

test("ICU messages in XLIFF get no flag beside Angular's placeholder tags, which are not valid ICU", () => {
  const unit = (text: string) =>
    `<trans-unit id="${text.length}"><source>${text}</source></trans-unit>`
  const flagsOf = (...texts: string[]) => {
    const content = `<xliff version="1.2"><file source-language="en" target-language="de"><body>${texts.map(unit).join('')}</body></file></xliff>`
    return onlyIn({ 'messages.xlf': content, 'messages.de.xlf': content }, 'checkFlags').checkFlags
  }
  const icu = '{VAR_PLURAL, plural, =1 {one} other {many}}'
  expect(flagsOf(icu)).toBe('icu-message-format')
  expect(flagsOf(icu, 'Hi <x id="INTERPOLATION" equiv-text="{{ name }}"/>')).toBe('')
})

test('numbers in braces in XWiki bundles get the Java flag', () => {
  const tree = { 'm.properties': 'a={0}\n', 'm_de.properties': 'a={0}\n### Missing: b=x\n' }
  expect(onlyIn(tree, 'checkFlags')).toEqual({ checkFlags: 'auto-java-messageformat' })
})
