import { expect, test } from 'vitest'
import { foundIn, onlyIn } from './tree.ts'

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  en: ['Open the file', 'Save all files', 'Close this window'],
  de: ['Datei öffnen', 'Alle Dateien speichern', 'Fenster schließen'],
}

/** Three texts by key: English for `en` and the default, else German. */
function textsOf(code: string): [key: string, text: string][] {
  const isEnglish = /^(?:en|base$|default$|$)/i.test(code)
  const texts = TEXTS[isEnglish ? 'en' : 'de'] ?? []
  return texts.map((text, index) => [`k${index}`, text])
}

/** Files of some languages; `{}` in the path stands for the code. */
function filesOf(path: string, codes: string, write: (code: string) => unknown) {
  const pairs = codes.split(' ').map((code) => [path.replaceAll('{}', code), write(code)])
  return Object.fromEntries(pairs) as Record<string, unknown>
}

const lines =
  (line: (key: string, text: string) => string, before = '') =>
  (code: string): string =>
    before +
    textsOf(code)
      .map(([key, text]) => `${line(key, text)}\n`)
      .join('')
const json = (code: string) => Object.fromEntries(textsOf(code))
const nested = (code: string) => ({ menu: json(code) })
const ini = lines((key, text) => `${key} = ${text}`)
const quoted = lines((key, text) => `${key}="${text}"`)
const properties = lines((key, text) => `${key}=${text}`)
const strings = lines((key, text) => `"${key}" = "${text}";`)
const fluent = ini
const csv = lines((key, text) => `${key},"${text}"`)
const sourceCsv = (code: string) =>
  textsOf(code)
    .map(([, text], index) => `"${TEXTS['en']?.[index]}","${text}"\n`)
    .join('')
const sections = lines((key, text) => `${key}=${text}`, '[item-name]\n')
const php = (code: string) =>
  `${lines((key, text) => `  '${key}' => '${text}',`, '<?php\nreturn [\n')(code)}];\n`
const rails = (code: string) => lines((key, text) => `  ${key}: ${text}`, `${code}:\n`)(code)
const android = (code: string) =>
  `${lines((key, text) => `<string name="${key}">${text}</string>`, '<resources>\n')(code)}</resources>`
const resx = (code: string) =>
  `${lines((key, text) => `<data name="${key}"><value>${text}</value></data>`, '<root>\n')(code)}</root>`
const qt = (code: string) =>
  `<TS version="2.1" language="${code}"><context><name>A</name><message><source>a</source></message></context></TS>`
const browser = (code: string) =>
  Object.fromEntries(textsOf(code).map(([key, message]) => [key, { message }]))
const mediawiki = (code: string) => ({ '@metadata': { authors: ['A'] }, ...json(code) })

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'Rails by folder, with a file of the language itself',
    {
      ...filesOf('config/locales/{}/{}.yml', 'en de', rails),
      ...filesOf('config/locales/{}/users.yml', 'en de', rails),
    },
    [
      'ruby-yaml config/locales/*/*.yml config/locales/en/en.yml',
      'ruby-yaml config/locales/*/users.yml config/locales/en/users.yml',
    ],
  ],
  [
    'Rails in English alone, beside gems that are',
    {
      ...filesOf('config/locales/{}.yml', 'en', rails),
      ...filesOf('config/locales/devise.{}.yml', 'en', rails),
    },
    [
      'ruby-yaml config/locales/*.yml config/locales/en.yml',
      'ruby-yaml config/locales/devise.*.yml config/locales/devise.en.yml',
    ],
  ],
  [
    'extensions of VS Code in one repository',
    {
      ...filesOf('extensions/a/package.nls{}.json', ' .de .zh-cn', (code) => json(code.slice(1))),
      ...filesOf('extensions/b/package.nls{}.json', ' .de', (code) => json(code.slice(1))),
      'extensions/a/package.json': {},
      'extensions/b/package.json': {},
    },
    [
      'json extensions/a/package.nls.*.json extensions/a/package.nls.json',
      'json extensions/b/package.nls.*.json extensions/b/package.nls.json',
    ],
  ],
  [
    'themes of Shopify in another language than English',
    { ...filesOf('locales/{}.json', 'en de', nested), 'locales/fr.default.json': nested('de') },
    ['json-nested locales/*.json locales/fr.default.json'],
  ],
  [
    'a theme of Shopify without translations',
    {
      'locales/en.default.json': nested('en'),
      'locales/en.default.schema.json': nested('en'),
      'config/settings_schema.json': [{ name: 'a' }],
    },
    [
      'json-nested locales/*.json locales/en.default.json',
      'json-nested locales/*.schema.json locales/en.default.schema.json',
    ],
  ],
  [
    'messages of MediaWiki in several folders',
    {
      ...filesOf('i18n/{}.json', 'en de qqq', mediawiki),
      ...filesOf('i18n/api/{}.json', 'en nb qqq', mediawiki),
    },
    ['mediawiki-json i18n/*.json i18n/en.json', 'mediawiki-json i18n/api/*.json i18n/api/en.json'],
  ],
  [
    'a Minecraft mod in English alone, for two loaders',
    filesOf('{}/src/main/resources/assets/m/lang/en_us.json', 'fabric forge', () => json('en')),
    [
      'json fabric/src/main/resources/assets/m/lang/*.json fabric/src/main/resources/assets/m/lang/en_us.json',
      'json forge/src/main/resources/assets/m/lang/*.json forge/src/main/resources/assets/m/lang/en_us.json',
    ],
  ],
  [
    'a mod for Stardew Valley',
    filesOf('i18n/{}.json', 'default de', json),
    ['json i18n/*.json i18n/default.json'],
  ],
  [
    'a browser extension in American English alone',
    filesOf('src/_locales/{}/messages.json', 'en_US', browser),
    ['webextension src/_locales/*/messages.json src/_locales/en_US/messages.json'],
  ],
  [
    'plugins of OBS and programs with texts without sections',
    {
      ...filesOf('data/locale/{}.ini', 'en-US de-DE', quoted),
      ...filesOf('app/Language/{}.ini', 'en de', ini),
      ...filesOf('lang/{}.lng', 'English German', properties),
    },
    [
      'joomla app/Language/*.ini app/Language/en.ini',
      'joomla data/locale/*.ini data/locale/en-US.ini',
      'joomla lang/*.lng lang/English.lng',
    ],
  ],
  [
    'a mod for Factorio',
    filesOf('locale/{}/mod.cfg', 'en de', sections),
    ['ini locale/*/mod.cfg locale/en/mod.cfg'],
  ],
  ['settings in INI without sections', filesOf('conf/{}.ini', 'en de', () => 'port=1\n'), []],
  [
    'properties by folder, by whole names, and behind other separators',
    {
      ...filesOf('chrome/locale/{}/a.properties', 'en-US de', properties),
      ...filesOf('src/main/resources/lang/{}.properties', 'en_US de_DE', properties),
      ...filesOf('b/messages-{}.properties', 'en de', properties),
      ...filesOf('c/messages.{}.properties', 'en de', properties),
    },
    [
      'properties-utf8 b/messages-*.properties b/messages-en.properties',
      'properties-utf8 c/messages.*.properties c/messages.en.properties',
      'properties-utf8 chrome/locale/*/a.properties chrome/locale/en-US/a.properties',
      'properties-utf8 src/main/resources/lang/*.properties src/main/resources/lang/en_US.properties',
    ],
  ],
  [
    'tables, Qt, and strings of Apple by folder',
    {
      ...filesOf('locale/{}/texts.csv', 'en-US de', csv),
      ...filesOf('locale/{}/app.ts', 'de fr', qt),
      ...filesOf('Resources/{}/Localizable.strings', 'en de', strings),
      ...filesOf('Localization/{}.strings', 'en de', strings),
    },
    [
      'csv locale/*/texts.csv locale/en-US/texts.csv',
      'strings-utf8 Localization/*.strings Localization/en.strings',
      'strings-utf8 Resources/*/Localizable.strings Resources/en/Localizable.strings',
      'ts locale/*/app.ts',
    ],
  ],
  [
    'tables of two columns without a file of the source language, beside others',
    {
      ...filesOf('i18n/{}.csv', 'de_DE fr_FR', sourceCsv),
      'i18n/it_IT.csv': '',
      'i18n/pl_PL.csv': 'a,b,c\nd,e,f\n',
    },
    ['csv i18n/*.csv'],
  ],
  [
    'sites of Hugo, and go-i18n in YAML',
    {
      ...filesOf(
        'i18n/{}.yaml',
        'en de',
        lines((key, text) => `- id: ${key}\n  translation: ${text}`),
      ),
      ...filesOf(
        'themes/a/i18n/{}.yaml',
        'en de',
        lines((key, text) => `${key}:\n  description: A text\n  other: "${text}"`, '# Texts\n'),
      ),
      ...filesOf(
        'go/active.{}.yaml',
        'en de',
        lines((key, text) => `${key}:\n  one: ${text}\n  other: ${text}`),
      ),
      ...filesOf(
        'themes/b/i18n/{}.yaml',
        'en de',
        lines((key, text) => `${key}:\n  title: ${text}\n  time:\n    other: ${text}`),
      ),
      ...filesOf(
        'b/locales/{}.yaml',
        'en de',
        lines((key, text) => `${key}:\n  title: ${text}\n  other: ${text}`),
      ),
      ...filesOf(
        'c/locales/{}.yaml',
        'en de',
        lines((key, text) => `${key}:\n  days: [${text}]\n  time:\n    other: ${text}`),
      ),
    },
    [
      'go-i18n-yaml go/active.*.yaml go/active.en.yaml',
      'go-i18n-yaml i18n/*.yaml i18n/en.yaml',
      'go-i18n-yaml themes/a/i18n/*.yaml themes/a/i18n/en.yaml',
      'go-i18n-yaml themes/b/i18n/*.yaml themes/b/i18n/en.yaml',
      'yaml b/locales/*.yaml b/locales/en.yaml',
      'yaml c/locales/*.yaml c/locales/en.yaml',
    ],
  ],
  [
    'a program for Apple in one language, and moko-resources without a translation',
    {
      ...filesOf('App/{}.lproj/Localizable.strings', 'en', strings),
      ...filesOf('shared/moko-resources/{}/strings.xml', 'base', android),
    },
    [
      'moko-resource shared/moko-resources/*/strings.xml shared/moko-resources/base/strings.xml',
      'strings-utf8 App/*.lproj/Localizable.strings App/en.lproj/Localizable.strings',
    ],
  ],
  [
    'messages with placeholders of MediaWiki whose authors are named in translations alone',
    {
      'i18n/en.json': { a: 'You have {{PLURAL:$1|a message|messages}}', b: 'Open it' },
      ...filesOf('i18n/{}.json', 'de', (code) => ({ ...mediawiki(code), a: 'x', b: 'y' })),
    },
    ['mediawiki-json i18n/*.json i18n/en.json'],
  ],
  [
    'PHP of Laravel whose keys are the source texts',
    filesOf('lang/{}/a.php', 'de fr', () => "<?php\nreturn [\n  'Open it' => 'x y',\n];\n"),
    ['php-sources lang/*/a.php'],
  ],
  [
    'a theme of Shopify with plural forms alone',
    {
      'locales/en.default.json': { a: { one: 'An item', other: 'More' } },
      'locales/pl.json': { a: { one: 'x', few: 'y', many: 'z', other: 'y' } },
    },
    ['json-nested locales/*.json locales/en.default.json'],
  ],
  [
    'Fluent in the source language alone',
    filesOf('browser/locales/{}/main.ftl', 'en-US', fluent),
    ['fluent browser/locales/*/main.ftl browser/locales/en-US/main.ftl'],
  ],
  [
    'PHP of Moodle in English alone',
    filesOf('lang/{}/mod_a.php', 'en', () => "<?php\n$string['a'] = 'Open the file';\n"),
    ['php lang/*/mod_a.php lang/en/mod_a.php'],
  ],
  [
    'PHP of CodeIgniter and FreshRSS',
    {
      ...filesOf('app/Language/{}/Validation.php', 'en de', php),
      ...filesOf('app/i18n/{}/admin.php', 'en de', php),
    },
    [
      'php app/Language/*/Validation.php app/Language/en/Validation.php',
      'php app/i18n/*/admin.php app/i18n/en/admin.php',
    ],
  ],
  [
    'moko-resources in folders of both kinds',
    {
      ...filesOf('a/moko-resources/values/{}/strings.xml', 'base de', android),
      ...filesOf('b/resources/MR/{}/strings.xml', 'base de', android),
    },
    [
      'moko-resource a/moko-resources/values/*/strings.xml a/moko-resources/values/base/strings.xml',
      'moko-resource b/resources/MR/*/strings.xml b/resources/MR/base/strings.xml',
    ],
  ],
])('finds %s', (_, files, expected) => {
  expect(foundIn(files)).toEqual(expected)
})

test.each<[string, Record<string, unknown>, string, string, string[]]>([
  [
    'is the one of Java that all others fall back to, if English is a part of it',
    {
      'a/m.properties': properties('en'),
      'a/m_en.properties': 'k0=Open the file\n',
      'a/m_de.properties': properties('de'),
    },
    'a/m.properties',
    'en',
    ['de'],
  ],
  [
    'is the neutral one of .NET, if it is in another language',
    { 'a/R.resx': resx('de'), 'a/R.en.resx': resx('en'), 'a/R.nl.resx': resx('de') },
    'a/R.resx',
    'de',
    ['en', 'nl'],
  ],
  [
    'is the base of Apple, if it is in another language',
    filesOf('a/{}.lproj/L.strings', 'Base en de', (code) =>
      code === 'Base' ? '"k0" = "打开文件";\n"k1" = "保存";\n' : strings(code),
    ),
    'a/Base.lproj/L.strings',
    'zh_Hans',
    ['de', 'en'],
  ],
  [
    'is the one of Java in another script, with what is in its language too left out',
    filesOf('a/m{}.properties', ' _en_US _zh_CN', (code) =>
      code === '_en_US' ? properties('en') : 'k0=打开文件\nk1=保存\nk2=关闭窗口\n',
    ),
    'a/m.properties',
    'zh_Hans',
    ['en_US'],
  ],
  [
    "is that of a manifest's default language",
    {
      ...filesOf('src/_locales/{}/messages.json', 'en zh_CN', browser),
      'src/manifest.json': { default_locale: 'zh_CN' },
    },
    'src/_locales/zh_CN/messages.json',
    'zh_Hans',
    ['en'],
  ],
  [
    "is that of Xcode's development language",
    {
      ...filesOf('App/{}.lproj/L.strings', 'en de', strings),
      'App.xcodeproj/project.pbxproj': '\t\t\tdevelopmentRegion = de;\n',
    },
    'App/de.lproj/L.strings',
    'de',
    ['en'],
  ],
  [
    'of Android is in the language that a file beside it names',
    {
      'res/values/a.xml': android('de'),
      'res/values/b.xml': '<resources xmlns:tools="a" tools:locale="sw"/>',
      'res/values-en/a.xml': android('en'),
    },
    'res/values/a.xml',
    'sw',
    ['en'],
  ],
  [
    'is English, if it has all texts of a file of no language',
    { 'a/R.resx': resx('en'), 'a/R.en.resx': resx('en'), 'a/R.nl.resx': resx('de') },
    'a/R.en.resx',
    'en',
    ['nl'],
  ],
])('the template %s', (_, files, template, sourceLanguage, languages) => {
  expect(onlyIn(files, 'template', 'sourceLanguage', 'languages')).toEqual({
    template,
    sourceLanguage,
    languages,
  })
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'the form of a file',
    filesOf('messages/{}.json', 'en de', (code) => ({
      $schema: 'https://a.example/',
      ...json(code),
    })),
    '^(?!(?:\\$schema)(?:$|[.[]))',
  ],
  [
    'authors of translations of a program that is not MediaWiki',
    { 'i18n/en.json': json('en'), 'i18n/de.json': mediawiki('de') },
    '^(?!(?:\\@metadata)(?:$|[.[]))',
  ],
  ['nothing', filesOf('messages/{}.json', 'en de', json), ''],
])('key_filter leaves out %s', (_, files, keyFilter) => {
  expect(onlyIn(files, 'keyFilter')).toEqual({ keyFilter })
})

test('key_filter excludes entries of Windows Forms, single names only up to its length limit', () => {
  const icon = (name: string) => `<data name="${name}" type="System.Drawing.Icon"/>`
  const files = (names: readonly string[]) => ({
    'a/R.resx': resx('en').replace('</root>', `${names.map(icon).join('')}</root>`),
    'a/R.de.resx': resx('de'),
  })
  expect(onlyIn(files(['$this.Icon', 'a.Size', 'logo', '>>a.Name']), 'keyFilter')).toEqual({
    keyFilter: '^(?!>>|.*\\.(?:Icon|Size)$|(?:logo)$)',
  })
  const many = Array.from({ length: 100 }, (_, index) => `logo${index}`)
  expect(onlyIn(files(['a.Size', ...many]), 'keyFilter')).toEqual({
    keyFilter: '^(?!>>|.*\\.(?:Size)$)',
  })
})

test('files with source texts as keys need no template, even if one has all keys of the others', () => {
  const de = { 'Open the file': 'Datei öffnen', 'Save it': 'Speichern' }
  const files = { 'lang/de.json': de, 'lang/fr.json': { 'Save it': 'Enregistrer' } }
  expect(foundIn(files)).toEqual(['json lang/*.json'])
  const empty = { 'Open the file': '', 'Save it': '' }
  expect(onlyIn({ ...files, 'lang/en.json': empty }, 'template', 'languages')).toEqual({
    template: '',
    languages: ['de', 'fr'],
  })
})
