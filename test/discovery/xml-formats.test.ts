import { expect, test } from 'vitest'
import { discover } from '../../src/discovery/discover.ts'

/** What is found among files, by their paths: format, filemask, template, `new_base`. */
function find(files: Readonly<Record<string, string>>): string[][] {
  const { components } = discover({
    paths: Object.keys(files),
    read: (path) => Buffer.from(files[path] ?? ''),
  })
  return components.map(({ fileFormat, filemask, template, newBase }) => [
    fileFormat,
    filemask,
    template,
    newBase,
  ])
}

const qt = (code: string) =>
  `<TS language="${code}"><context><name>A</name><message><source>a</source></message></context></TS>`
const xliff = (code: string, source = 'a') =>
  `<xliff version="1.2"><file source-language="en" target-language="${code}"><body><trans-unit id="1"><source>${source}</source></trans-unit></body></file></xliff>`
const xliff2 = (code: string, source = 'a', target = '') =>
  `<xliff version="2.0" srcLang="en" trgLang="${code}"><file id="f"><unit id="1"><segment><source>${source}</source><target>${target}</target></segment></unit></file></xliff>`
const resx = (text: string) => `<root><data name="a"><value>${text}</value></data></root>`
const plural =
  '<plist><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>' +
  '<key>other</key><string>%d</string></dict></dict></dict></plist>'
const strings = (text: string) => `<resources><string name="a">${text}</string></resources>`
const moko = (text: string) =>
  `<resources><plural name="a"><item quantity="other">${text}</item></plural></resources>`
const page = (content: string, more = '') =>
  `<xwikidoc><title>T</title><content>${content}</content>${more}</xwikidoc>`

test.each<[string, Record<string, string>, string[][]]>([
  [
    "Qt's files beside the one for new languages",
    { 'i18n/app.ts': qt(''), 'i18n/app_de.ts': qt('de'), 'i18n/app_cs.ts': qt('cs') },
    [['ts', 'i18n/app_*.ts', '', 'i18n/app.ts']],
  ],
  [
    'no programs in TypeScript',
    { 'i18n/de.ts': 'export default { a: 1 }', 'i18n/cs.ts': 'export default { a: 1 }' },
    [],
  ],
  [
    "no programs in TypeScript that name an element of Qt's files",
    { 'qt/de.ts': 'export const de = "<TS>"', 'qt/cs.ts': '// Reads <TS language="cs">.' },
    [],
  ],
  [
    'XLIFF without markup',
    { 'l10n/app.de.xlf': xliff('de'), 'l10n/app.cs.xlf': xliff('cs') },
    [['plainxliff', 'l10n/app.*.xlf', '', '']],
  ],
  [
    'XLIFF with markup',
    { 'l10n/app.de.xlf': xliff('de', 'a <x id="1"/>'), 'l10n/app.cs.xlf': xliff('cs') },
    [['xliff', 'l10n/app.*.xlf', '', '']],
  ],
  [
    'no sources of XLIFF because a folder of code is named like a language',
    {
      'ng/src/locale/m.xlf': xliff(''),
      'ng/src/locale/m.cs.xlf': xliff('cs'),
      'ng/src/locale/m.de.xlf': xliff('de'),
    },
    [['plainxliff', 'ng/src/locale/m.*.xlf', '', 'ng/src/locale/m.xlf']],
  ],
  [
    'one file below the folder of its language',
    { 'locale/ng/messages/m.xlf': xliff('') },
    [['plainxliff', 'locale/*/messages/m.xlf', '', '']],
  ],
  [
    'XLIFF beside its sources, below a folder that is named like a language',
    { 'a/src/locale/m.xlf': xliff(''), 'a/src/locale/m.cs.xlf': xliff('cs') },
    [['plainxliff', 'a/src/locale/m.*.xlf', '', 'a/src/locale/m.xlf']],
  ],
  [
    'XLIFF whose sources are keys',
    {
      'l/en.xlf': xliff('en').replace('</source>', '</source><target>A b</target>'),
      'l/cs.xlf': xliff('cs'),
    },
    [['plainxliff', 'l/*.xlf', 'l/en.xlf', '']],
  ],
  [
    'a file that says that it is no file of keys',
    {
      'l/en.xlf': xliff('cs').replace('</source>', '</source><target>A b</target>'),
      'l/cs.xlf': xliff('cs'),
    },
    [['plainxliff', 'l/*.xlf', '', '']],
  ],
  [
    "Xcode's exports",
    {
      'de.xcloc/Localized Contents/de.xliff': xliff('de').replace(
        '<body>',
        '<header><tool tool-id="com.apple.dt.xcode"/></header><body>',
      ),
      'cs.xcloc/Localized Contents/cs.xliff': xliff('cs'),
    },
    [['apple-xliff', '*.xcloc/Localized Contents/*.xliff', '', '']],
  ],
  [
    'XLIFF 2 beside its sources, and of keys',
    {
      'src/locale/messages.xlf': xliff2('', 'a b'),
      'src/locale/messages.cs.xlf': xliff2('cs', 'a b'),
      't/messages.en.xlf': xliff2('en', 'a', 'A b'),
      't/messages.cs.xlf': xliff2('cs', 'a', 'C'),
    },
    [
      ['xliff2', 'src/locale/messages.*.xlf', '', 'src/locale/messages.xlf'],
      ['xliff2', 't/messages.*.xlf', 't/messages.en.xlf', ''],
    ],
  ],
  ['no files of both versions of XLIFF', { 'l/cs.xlf': xliff('cs'), 'l/de.xlf': xliff2('de') }, []],
  [
    'files beside some that are empty or broken',
    {
      'a/R.resx': resx('A'),
      'a/R.cs.resx': resx('B'),
      'a/R.de.resx': '<root/>',
      'a/R.fr.resx': 'lost',
      'a/x_cs.ts': qt('cs'),
      'a/x_de.ts': '\n',
      'b/cs.xlf': xliff('cs'),
      'b/de.xlf': '<xliff',
      'c/cs.xlf': xliff2('cs'),
      'c/de.xlf': '\n',
      'b/fr.xlf': xliff('fr').replaceAll(/./g, '$&\0'),
      'd/en.lproj/x.stringsdict': plural,
      'd/cs.lproj/x.stringsdict': plural,
      'd/de.lproj/x.stringsdict': '<plist',
      'e/res/values/strings.xml': '\r\n\t ',
      'e/res/values-cs/strings.xml': strings('A'),
    },
    [
      ['aresource', 'e/res/values-*/strings.xml', 'e/res/values/strings.xml', ''],
      ['plainxliff', 'b/*.xlf', '', ''],
      ['resx', 'a/R.*.resx', 'a/R.resx', ''],
      ['stringsdict', 'd/*.lproj/x.stringsdict', 'd/en.lproj/x.stringsdict', ''],
      ['ts', 'a/x_*.ts', '', ''],
      ['xliff2', 'c/*.xlf', '', ''],
    ],
  ],
  ['no folder that is named like a language', { 'a/src/app.xlf': xliff('cs') }, []],
  [
    ".NET's resources",
    { 'Text/en/App.resw': resx('A'), 'Text/cs/App.resw': resx('B') },
    [['resx', 'Text/*/App.resw', 'Text/en/App.resw', '']],
  ],
  [
    'resources of Compose Multiplatform',
    {
      'app/composeResources/values/strings.xml': strings('A'),
      'app/composeResources/values-cs/strings.xml': strings('B'),
    },
    [
      [
        'cmp-resource',
        'app/composeResources/values-*/strings.xml',
        'app/composeResources/values/strings.xml',
        '',
      ],
    ],
  ],
  [
    'resources of moko-resources',
    {
      'shared/moko-resources/base/plurals.xml': moko('A'),
      'shared/moko-resources/cs/plurals.xml': moko('B'),
    },
    [
      [
        'moko-resource',
        'shared/moko-resources/*/plurals.xml',
        'shared/moko-resources/base/plurals.xml',
        '',
      ],
    ],
  ],
  [
    'pages of XWiki, of keys and texts or not',
    {
      'A/Translations.xml': page('a=A', '<className>XWiki.TranslationDocumentClass</className>'),
      'A/Translations.cs.xml': page('a=B'),
      'A/WebHome.xml': page('A'),
      'A/WebHome.cs.xml': page('B'),
      'conf/app.xml': '<app/>',
      'conf/app.cs.xml': '<app/>',
    },
    [
      ['xwiki-fullpage', 'A/WebHome.*.xml', 'A/WebHome.xml', ''],
      ['xwiki-page-properties', 'A/Translations.*.xml', 'A/Translations.xml', ''],
    ],
  ],
])('finds %s', (_, files, expected) => {
  expect(find(files)).toEqual(expected)
})

test('the explanation names the template', () => {
  const files = { 'Text/en/App.resw': resx('A'), 'Text/cs/App.resw': resx('B') }
  const { components } = discover({
    paths: Object.keys(files),
    read: (path) => Buffer.from(files[path as keyof typeof files]),
  })
  expect(components.map(({ explanation }) => explanation)).toEqual([
    'resx files in 1 language (cs): the template is Text/en/App.resw, the file of the source language.',
  ])
})
