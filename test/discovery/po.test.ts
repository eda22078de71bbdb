import { expect, test } from 'vitest'
import { discoverIn, onlyIn } from './tree.ts'

function po(...entries: readonly (readonly [source: string, target: string])[]): string {
  const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
  const texts = entries.map(([source, target]) => `\nmsgid "${source}"\nmsgstr "${target}"\n`)
  return header + texts.join('')
}

const pot = po(['Hello', ''], ['Good bye', ''])
const translated = po(['Hello', 'Ahoj'])

test.each([
  ['po/*.po', 'po/app.pot', ['po/cs.po', 'po/de.po', 'po/app.pot']],
  ['po/app-*.po', 'po/app.pot', ['po/app-cs.po', 'po/app-de.po', 'po/app.pot']],
  [
    'app/locale/*/LC_MESSAGES/messages.po',
    'app/locale/messages.pot',
    ['app/locale/de/LC_MESSAGES/messages.po', 'app/locale/messages.pot', 'app/locale/other.pot'],
  ],
  [
    'locale/*/LC_MESSAGES/app.po',
    'locale/templates/LC_MESSAGES/app.pot',
    ['locale/pt_BR/LC_MESSAGES/app.po', 'locale/templates/LC_MESSAGES/app.pot'],
  ],
  [
    'languages/my-plugin-*.po',
    'languages/my-plugin.pot',
    ['languages/my-plugin-de_DE.po', 'languages/my-plugin.pot'],
  ],
  ['shop/locale/*/LC_MESSAGES/django.po', '', ['shop/locale/cs/LC_MESSAGES/django.po']],
  ['deep/*/locales/*/LC_MESSAGES/app.po', '', ['deep/cs/locales/cs/LC_MESSAGES/app.po']],
])('%s starts from %s', (filemask, newBase, paths) => {
  const tree = Object.fromEntries(
    paths.map((path) => [path, path.endsWith('t') ? pot : translated]),
  )
  expect(onlyIn(tree, 'fileFormat', 'filemask', 'template', 'newBase')).toEqual({
    fileFormat: 'po',
    filemask,
    template: '',
    newBase,
  })
})

test('of several .pot files the one with most texts of a translation is new_base', () => {
  const tree = { 'po/cs.po': translated, 'po/a.pot': po(['Other', '']), 'po/b.pot': pot }
  expect(onlyIn(tree, 'newBase')).toEqual({ newBase: 'po/b.pot' })
})

test('a file of the source language with texts for keys makes po-mono', () => {
  const en = po(['greeting', 'Hello'], ['bye', 'Good bye'])
  const tree = { 'po/en.po': en, 'po/cs.po': po(['greeting', 'Ahoj']) }
  expect(onlyIn(tree, 'fileFormat', 'template', 'newBase', 'languages')).toEqual({
    fileFormat: 'po-mono',
    template: 'po/en.po',
    newBase: '',
    languages: ['cs'],
  })
})

test('a file of the source language with its own texts is no translation', () => {
  const tree = { 'po/en.po': po(['Hello', 'Hello']), 'po/cs.po': translated }
  expect(onlyIn(tree, 'fileFormat', 'languages', 'languageRegex')).toEqual({
    fileFormat: 'po',
    languages: ['cs'],
    languageRegex: '^(?!(?:en)$)[^.]+$',
  })
})

test('the .pot of files with texts for keys is no near miss', () => {
  const en = po(['greeting', 'Hello'], ['bye', 'Good bye'])
  const cs = po(['greeting', 'Ahoj'])
  const tree = { 'po/en/a.po': en, 'po/cs/a.po': cs, 'po/a.pot': po(['greeting', '']) }
  const { components, nearMisses } = discoverIn(tree)
  expect(components.map(({ template }) => template)).toEqual(['po/en/a.po'])
  expect(nearMisses).toEqual([])
})

test.each([
  [['en_AU'], 'en_AU', ['cs']],
  [['en_AU', 'en_GB'], 'en', ['cs', 'en_AU', 'en_GB']],
])(
  'an untranslated file of a region is the source only if it is the only one: %s',
  (regions, sourceLanguage, languages) => {
    const files = regions.map((code) => [`po/${code}.po`, pot])
    const tree = { ...Object.fromEntries(files), 'po/cs.po': translated }
    expect(onlyIn(tree, 'sourceLanguage', 'languages')).toEqual({ sourceLanguage, languages })
  },
)

test('formats that files already flag need no check flags', () => {
  const file = (flags: string) => `${translated}\n${flags}msgid "%s files"\nmsgstr "%s souborů"\n`
  expect(onlyIn({ 'po/cs.po': file('') }, 'checkFlags')).toEqual({ checkFlags: 'c-format' })
  expect(onlyIn({ 'po/cs.po': file('#, c-format\n') }, 'checkFlags')).toEqual({ checkFlags: '' })
})

test('empty and broken files beside a translation are translations, too', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\n'
  const tree = {
    'po/cs.po': translated,
    'po/de.po': '\n',
    'po/fr.po': '# None\n',
    'po/it.po': pointer,
  }
  expect(onlyIn(tree, 'fileFormat', 'languages')).toEqual({
    fileFormat: 'po',
    languages: ['cs', 'de', 'fr', 'it'],
  })
})

test('a .po file without messages and a .pot without translations are near misses', () => {
  const { components, nearMisses } = discoverIn({ 'po/de.po': 'ship\n', 'doc/app.pot': pot })
  expect(components).toEqual([])
  expect(nearMisses).toEqual([
    { filemask: 'doc/app.pot', explanation: 'No PO file of a language belongs to it.' },
    { filemask: 'po/*.po', explanation: 'po/de.po is not a PO file: it has no msgid.' },
  ])
})
