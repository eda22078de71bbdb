import { expect, test } from 'vitest'
import { discoverIn } from './tree.ts'

const texts = { hello: 'Hello', bye: 'Bye' }
const header = (code: string) => `msgid ""\nmsgstr ""\n"Language: ${code}\\n"\n\n`
const po = (code: string) => `${header(code)}msgid "Text of it"\nmsgstr "Tekst"\n`

function missesIn(tree: Readonly<Record<string, unknown>>): [string, string][] {
  const { components, nearMisses } = discoverIn(tree)
  expect(components).toEqual([])
  return nearMisses.map(({ filemask, explanation }) => [filemask, explanation])
}

test.each<[string, Record<string, unknown>, string, string]>([
  [
    'properties without source texts',
    { 'a/m_de.properties': 'a=Ä b\n', 'a/m_fr.properties': 'a=B c\n' },
    'a/m_*.properties',
    'No file holds the source texts: neither a file of en nor one that has all keys of the others.',
  ],
  [
    'one language in YAML',
    { 'translations/messages.fr.yaml': 'a: Ouvrir le fichier\n' },
    'translations/messages.*.yaml',
    'There is only one language. It is not the source language, and its keys are not source texts.',
  ],
  [
    'INI with keys before the first section',
    {
      'locale/l_en-US.ini': 'a = Home\n[menu]\nb = Menu\n',
      'locale/l_de-DE.ini': 'a = Start\n[menu]\nb = Menü\n',
    },
    'locale/l_*.ini',
    'locale/l_en-US.ini holds the source texts, but none can be read as ini: 1:1: expected [section].',
  ],
  [
    'an empty file of the source language, in any folder',
    { 'data/en.yml': '\n', 'data/de.yml': 'a: Datei\n', 'data/fr.yml': 'a: Fichier\n' },
    'data/*.yml',
    'data/en.yml holds the source texts, but none can be read as yaml.',
  ],
  [
    'YAML that Ruby reads and others refuse',
    {
      'config/locales/en.yml': 'en:\n  a: A\n  a: B\n',
      'config/locales/de.yml': 'de:\n  a: A\n  a: B\n',
    },
    'config/locales/*.yml',
    'config/locales/en.yml holds the source texts, but none can be read as ruby-yaml: 3:3: expected each key once, found `a` again; remove one of them.',
  ],
  [
    'a table with languages in its columns',
    { 'translations/all.csv': 'keys,en,de\na,Open it,Öffnen\n' },
    'translations/all.csv',
    'It holds 2 languages in its columns; a component needs a file for each.',
  ],
  [
    'a table of Unity with languages in its columns',
    { 'Assets/Texts.csv': 'Key,Id,English(en),German(de)\na,1,Open it,Öffnen\n' },
    'Assets/Texts.csv',
    'It holds 2 languages in its columns; a component needs a file for each.',
  ],
  [
    'a table of keys with other languages than English',
    { 'data/texts.csv': 'key,de,fr\na,Öffnen,Ouvrir\n' },
    'data/texts.csv',
    'It holds 2 languages in its columns; a component needs a file for each.',
  ],
  [
    'PO files of which nothing tells the language',
    { 'library/index.po': po(''), 'library/os.po': po(''), 'library/json.po': po('') },
    'library/index.po',
    'Neither its path nor its header names a language. The same holds for 2 more.',
  ],
  [
    'lists of objects with names',
    Object.fromEntries(
      ['base', 'en_US', 'zh_CN'].map((code) => [
        `resources/${code}/element/string.json`,
        { string: [{ name: 'open', value: 'Open the file' }] },
      ]),
    ),
    'resources/*/element/string.json',
    'The texts are in lists of objects with names, which no format reads.',
  ],
  [
    'texts below the code of their language',
    {
      'messages/en.json': { en: { open: 'Open the file', shut: 'Close it' } },
      'messages/pt-BR.json': { 'pt-BR': { open: 'Abrir o arquivo', shut: 'Feche-o' } },
    },
    'messages/*.json',
    'Each file holds its texts below the code of its language, which no format of JSON reads.',
  ],
  [
    'subtitles, wherever they are',
    { 'video/tour.en.srt': '1\n', 'video/tour.de.srt': '1\n' },
    'video/tour.*.srt',
    '2 languages have such a file, but no format reads this kind of .srt file.',
  ],
  [
    'programs that hold translations',
    { 'src/locales/en.ts': 'export default {}', 'src/locales/de.ts': 'export default {}' },
    'src/locales/*.ts',
    '2 languages have such a file, but no format reads this kind of .ts file.',
  ],
  [
    'files below a folder with brackets',
    {
      'app/[lang]/texts/en.json': { open: 'Open the file' },
      'app/[lang]/texts/nl.json': { open: 'Open het bestand' },
    },
    'app/[lang]/texts/',
    '2 languages have a file there, but no filemask matches a folder with * ? [ or ] in its name, as in Weblate.',
  ],
  [
    'texts of DokuWiki',
    Object.fromEntries(
      ['en', 'de', 'cs'].flatMap((code) =>
        ['admin', 'backlinks'].map((name) => [`inc/lang/${code}/${name}.txt`, `== ${code} ==\n`]),
      ),
    ),
    'inc/lang/*',
    '3 languages have text files; to translate them as documents, set file_format: document.',
  ],
  [
    'YAML of rust-i18n with all languages in one file',
    { 'locales/app.yml': '_version: 2\nhello:\n  en: Hello\n  de: Hallo\n' },
    'locales/app.yml',
    'It holds all languages below each key, as rust-i18n does with _version: 2; a component needs a file for each.',
  ],
  [
    'PO files of one language without a language in their paths',
    { 'about.po': po('pl'), 'library/os.po': po('pl'), 'library/sys.po': po('pl') },
    './',
    '3 PO files are in Polish (pl), as the header says, but no path has a language: gitglot finds it in a path such as locale/pl/about.po.',
  ],
  [
    'one PO file named like a language that it is not in',
    { 'docs/c-api/arg.po': po('pt_BR') },
    'docs/c-api/',
    '1 PO file is in Portuguese (Brazil) (pt_BR), as the header says, but no path has a language: gitglot finds it in a path such as locale/pt_BR/arg.po.',
  ],
])('%s is explained', (_, tree, filemask, explanation) => {
  expect(missesIn(tree)).toEqual([[filemask, explanation]])
})

test.each([
  ['have the language of the folder', po('pl')],
  ['have a header that nobody filled in', po('')],
  ['have the header of the source language', po('en')],
])('modules of one language are not taken for languages if they %s', (_, text) => {
  const paths = ['index', 'library/os', 'library/sys'].map(
    (name) => [`locale/pl/LC_MESSAGES/${name}.po`, text] as const,
  )
  const { components } = discoverIn(Object.fromEntries(paths))
  expect(components.map(({ filemask, languages }) => [filemask, languages])).toEqual([
    ['locale/*/LC_MESSAGES/index.po', ['pl']],
    ['locale/*/LC_MESSAGES/library/os.po', ['pl']],
    ['locale/*/LC_MESSAGES/library/sys.po', ['pl']],
  ])
})

test('a language with the copied header of another is still found', () => {
  const { components } = discoverIn({ 'po/ru.po': po('ru'), 'po/uk.po': po('ru') })
  expect(components.map(({ languages }) => languages)).toEqual([['ru', 'uk']])
})

test('only submodules named like translations are explained', () => {
  const modules = `[submodule "locales"]
	path = public/locales
	url = https://user:secret@git.example/shop-texts.git
[submodule "vendor/zlib"]
	path = vendor/zlib
	url = https://git.example/zlib.git
[submodule "texts"]
	path = assets/texts
	url = ../shop-translations.git
`
  expect(missesIn({ '.gitmodules': modules })).toEqual([
    [
      'public/locales/',
      'A submodule: its files are in https://git.example/shop-texts.git, which needs a project of its own.',
    ],
    [
      'assets/texts/',
      'A submodule: its files are in ../shop-translations.git, which needs a project of its own.',
    ],
  ])
})

test('near misses in usual folders of translations come first, then those with many files', () => {
  const data = {
    'data/de.json': { a: 'x' },
    'data/fr.json': { b: 'x' },
    'data/it.json': { c: 'x' },
  }
  const misses = missesIn({
    ...data,
    'node_modules/a/locales/de.json': texts,
    'src/locales/de.json': { a: 'x' },
    'src/locales/fr.json': { b: 'x' },
    'app.arb': {},
  })
  expect(misses.map(([filemask]) => filemask)).toEqual([
    'src/locales/*.json',
    'data/*.json',
    'app.arb',
    'node_modules/',
  ])
})
