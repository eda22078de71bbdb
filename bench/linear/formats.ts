import { packFolder } from '../../formats/folder.ts'
import type { Format } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { ParseError } from '../../src/errors.ts'
import { pairMonolingual, readBilingual } from '../../src/reading/pair.ts'
import { readEntries } from '../../src/reading/read-entries.ts'
import { createTable } from '../../src/reading/template-table.ts'
import type { LinearCase } from './growth.ts'

type Write = (length: number) => string
type Inputs = Readonly<Record<string, Write>>

/** Returns a text of at least this length, made by repeating a part or by calling a function with each index. */
function fill(length: number, part: string | ((index: number) => string)): string {
  const parts: string[] = []
  for (let done = 0, index = 0; done < length; index++) {
    const next = typeof part === 'string' ? part : part(index)
    parts.push(next)
    done += next.length
  }
  return parts.join('')
}

/** Returns the inputs that repeat each of some parts. */
function repeating(parts: readonly string[], inputsOf: (part: string) => Inputs): Inputs {
  return Object.assign({}, ...parts.map(inputsOf))
}

const repeated = [
  '<',
  '{',
  '[',
  '\\',
  '"',
  "'",
  '&',
  '%',
  '<<b>',
  '{{a}',
  '<!--',
  '<a b="',
  '\n',
  '(',
]

const json: Inputs = {
  keys: (length) => `{${fill(length, (i) => `"k${i}":"v",`)}"z":1}`,
  'the same key': (length) => `{${fill(length, '"k":"v",')}"z":""}`,
  'objects without end': (length) => fill(length, '{"a":'),
  'lists of lists': (length) => `{"a":[${fill(length, '[[[["x"]]]],')}1]}`,
  levels: (length) =>
    `{${fill(length, (i) => `"${i}":${'{"a":'.repeat(300)}"x"${'}'.repeat(300)},`)}"z":""}`,
  numbers: (length) => `{${fill(length, (i) => `"${i}":-1.5e${i % 300},`)}"z":1}`,
  escapes: (length) => `{"a":"${fill(length, '\\u00e9\\n\\"')}"}`,
  'a broken escape': (length) => `{"a":"${fill(length, '\\n')}\\x"}`,
  'members of metadata': (length) => `{"a":"b","@a":{${fill(length, (i) => `"m${i}":1,`)}"z":1}}`,
  placeholders: (length) =>
    `{"a":"b","@a":{"placeholders":{${fill(length, (i) => `"p${i}":{},`)}"z":{}}}}`,
  'placeholders of many': (length) =>
    `{${fill(length, (i) => `"k${i}":"{a}","@k${i}":{"placeholders":{"a":{},"b":{}}},`)}"z":""}`,
  ...repeating(repeated, (part) => {
    const text = JSON.stringify(part).slice(1, -1)
    return {
      [`${part} in a text`]: (length) => `{"a":"${fill(length, text)}"}`,
      [`${part} in a key`]: (length) => `{"${fill(length, text)}":"a","b":"c"}`,
      [`${part} alone`]: (length) => fill(length, part),
    }
  }),
}

const plurals: Inputs = {
  ...json,
  'forms by name': (length) =>
    `{${fill(length, (i) => `"k${i}_one":"v","k${i}_other":"v",`)}"z":""}`,
  'forms by number': (length) => `{${fill(length, (i) => `"k${i}_0":"v","k${i}_1":"v",`)}"z":""}`,
  'pairs of forms': (length) => `{${fill(length, (i) => `"k${i}":"v","k${i}_plural":"v",`)}"z":""}`,
  'endings upon endings': (length) =>
    `{"k${fill(length, '_one')}":"v","k${fill(length, '_0')}":"v"}`,
}

const messages: Inputs = {
  ...json,
  messages: (length) =>
    `{${fill(length, (i) => `"k${i}":{"message":"v","defaultMessage":"v","other":"v"},`)}"z":{"other":""}}`,
  'lists of messages': (length) => `[${fill(length, '{"id":"a","translation":"v"},')}{}]`,
  catalogues: (length) =>
    `{"messages":[${fill(length, (i) => `{"id":["a",${i}],"translation":"v"},`)}{}]}`,
  'comments behind texts': (length) => `{${fill(length, (i) => `"${i}":{"message":"//"},//"\n`)}}`,
  'comments far behind': (length) => `{${fill(length, '"k":{"message":"v"},')}"z":{}}//`,
}

const catalog = (strings: string): string => `{"sourceLanguage":"en","strings":{${strings}"z":{}}}`
const catalogs: Inputs = {
  ...json,
  strings: (length) =>
    catalog(fill(length, (i) => `"k${i}":{"localizations":{"cs":{"stringUnit":{"value":"v"}}}},`)),
  languages: (length) =>
    catalog(`"k":{"localizations":{${fill(length, (i) => `"l${i}":{},`)}"cs":{}}},`),
  devices: (length) =>
    catalog(
      fill(length, (i) => {
        const devices = fill(900, (j) => `"d${j}":{},`)
        return `"k${i}":{"localizations":{"en":{"variations":{"device":{${devices}"z":{}}}}}},`
      }),
    ),
  'zeros behind a percent sign': (length) => catalog(`"%${fill(length, '0')}":{},`),
  'devices of devices': (length) =>
    catalog(
      fill(length, (i) => {
        const depth = 300
        const open = '{"variations":{"device":{"a":'.repeat(depth)
        return `"k${i}":{"localizations":{"cs":${open}{}${'}}}'.repeat(depth)}}},`
      }),
    ),
}

const string = (content: string): string =>
  `<resources><string name="a">${content}</string></resources>`
const term = (content: string): string =>
  `<martif type="TBX"><text><body><termEntry id="1"><langSet xml:lang="en"><tig><term>a</term></tig></langSet><langSet xml:lang="cs"><tig><term>${content}</term></tig></langSet></termEntry></body></text></martif>`

const message = (content: string): string =>
  `<TS><context><name>a</name><message><location line="+1"/><source>b</source><translation>${content}</translation></message></context></TS>`
const unit = (content: string): string =>
  `<xliff><file original="a"><body><trans-unit id="1"><source>a</source><target>${content}</target></trans-unit></body></file></xliff>`
const datum = (content: string): string =>
  `<root><data name="a"><value>${content}</value></data></root>`
const list = (content: string): string =>
  `<plist><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>${content}</string></dict></dict></plist>`

const xml = (wrap: (content: string) => string): Inputs => ({
  strings: (length) =>
    `<resources>${fill(length, (i) => `<string name="k${i}">v</string>`)}</resources>`,
  'items of a plural': (length) =>
    `<resources><plurals name="p">${fill(length, '<item quantity="one">v</item>')}</plurals></resources>`,
  terms: (length) =>
    `<martif type="TBX"><text><body>${fill(length, (i) => `<termEntry id="${i}"><langSet xml:lang="en"><tig><term>a${i}</term></tig></langSet><langSet xml:lang="cs"><tig><term>b</term></tig></langSet></termEntry>`)}</body></text></martif>`,
  'terms of a language': (length) =>
    term(`a</term></tig>${fill(length, '<tig><term>b</term></tig>')}<tig><term>c`),
  languages: (length) =>
    term(
      `a</term></tig></langSet>${fill(length, (i) => `<langSet xml:lang="${String.fromCharCode(97 + (i % 26))}${i}"><tig><term>b</term></tig></langSet>`)}<langSet xml:lang="cs"><tig><term>c`,
    ),
  comments: (length) => wrap(`<!--${fill(length, '- ')}-->`),
  'many comments': (length) =>
    `<resources>${fill(length, '<!-- a --><string name="b">c</string>')}</resources>`,
  'nested tags': (length) => wrap(fill(length / 2, '<b>') + fill(length / 2, '</b>')),
  references: (length) => wrap(fill(length, '&amp;')),
  sections: (length) => wrap(fill(length, '<![CDATA[x]]>')),
  attributes: (length) => `<a ${fill(length, (i) => `a${i}="b" `)}/>`,
  'white space': (length) => wrap(fill(length, ' \n\t')),
  quotes: (length) => wrap(fill(length, '"  a  "')),
  units: (length) =>
    `<xliff><file>${fill(length, (i) => `<trans-unit id="${i}"><source>a</source></trans-unit>`)}</file></xliff>`,
  'groups in groups': (length) =>
    `<xliff><file>${fill(length, (i) => `${'<group>'.repeat(200)}<trans-unit id="${i}"><source>a</source></trans-unit>${'</group>'.repeat(200)}`)}</file></xliff>`,
  'notes in units in units': (length) =>
    `<xliff><file>${'<trans-unit id="a"><source>b</source>'.repeat(200)}${fill(length, '<note>c</note>')}${'</trans-unit>'.repeat(200)}</file></xliff>`,
  'members of groups in groups': (length) =>
    `<xliff><file>${'<group restype="x-gettext-plurals" id="a">'.repeat(200)}${fill(length, '<trans-unit id="a[0]"><source>b</source></trans-unit>')}${'</group>'.repeat(200)}</file></xliff>`,
  'markup with namespaces': (length) =>
    wrap(
      fill(length / 2, (i) => `<b xmlns:n${i}="n" n${i}:a="1">`.repeat(1)) +
        fill(length / 2, '</b>'),
    ),
  'siblings in nested markup': (length) =>
    wrap(`${'<b>'.repeat(200)}${fill(length, '<i>a</i> ')}${'</b>'.repeat(200)}`),
  messages: (length) =>
    `<TS><context><name>a</name>${fill(length, (i) => `<message><location line="+1"/><source>b${i}</source></message>`)}</context></TS>`,
  contexts: (length) => `<TS>${fill(length, '<context><name>a</name><message/></context>')}</TS>`,
  'messages in messages': (length) =>
    `<TS>${'<message><source>a</source>'.repeat(200)}${fill(length, '<location line="+1"/>')}${'</message>'.repeat(200)}</TS>`,
  members: (length) =>
    `<plist><dict>${fill(length, (i) => `<key>a${i}</key><dict></dict>`)}</dict></plist>`,
  'wrong members': (length) =>
    `<plist><dict>${fill(length, (i) => `\n<key>${i}</key>\n<a/>`)}</dict></plist>`,
  data: (length) =>
    `<root>${'<data name="a"><value>b</value>'.repeat(200)}${fill(length, (i) => `<data name="${i}"><value>b</value></data>`)}${'</data>'.repeat(200)}</root>`,
  flags: (length) =>
    `<resources><string name="a" weblate-flags="${fill(length, 'a:b,')}c">d</string></resources>`,
  ...repeating(repeated, (part) => ({
    [`${part} in a text`]: (length) =>
      wrap(fill(length, part.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))),
    [`${part} as it is in a text`]: (length) => wrap(fill(length, part)),
    [`${part} alone`]: (length) => fill(length, part),
  })),
})

const yaml: Inputs = {
  keys: (length) => fill(length, (i) => `k${i}: v\n`),
  'keys in quotes': (length) => fill(length, (i) => `"k${i}": 'v'\n`),
  'keys in braces': (length) => `{${fill(length, (i) => `k${i}: v, `)}}`,
  'the same key': (length) => fill(length, 'k: v\n'),
  'levels of blocks': (length) => fill(length, (i) => `${' '.repeat(i % 200)}k:\n`),
  'objects without end': (length) => fill(length, '{a: '),
  'lists of lists': (length) => fill(length, '- - - - x\n'),
  'a list in brackets': (length) => `[${fill(length, '[[x]], ')}]`,
  'a plain text of many lines': (length) => `k: ${fill(length, 'a\n  ')}`,
  'a text in quotes of many lines': (length) => `k: "${fill(length, 'a\n  ')}"`,
  'a text in single quotes of many lines': (length) => `k: '${fill(length, "a''\n \n ")}'`,
  'tabs in a text of many lines': (length) => `k: "${fill(length, 'a\n\t')}"`,
  'tabs in many texts': (length) => fill(length, (i) => `k${i}: "a\n\tb"\n`),
  'a text in a block': (length) => `k: |\n${fill(length, '  a\n\n')}`,
  'a folded text': (length) => `k: >\n${fill(length, '  a\n\n   b\n')}`,
  spaces: (length) => `k: a${fill(length, ' ')}b`,
  'spaces in quotes': (length) => `k: "a${fill(length, ' ')}b\n c"`,
  'empty lines': (length) => `k: a${fill(length, '\n')}  b`,
  comments: (length) => fill(length, '# a\n'),
  anchors: (length) => fill(length, (i) => `k${i}: &a${i} v\nl${i}: *a${i}\n`),
  'aliases of aliases': (length) =>
    `a0: &a0 [x]\n${fill(length, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`)}`,
  'aliases of a long text': (length) =>
    `a: &a ${fill(length, 'x')}\n${fill(length, (i) => `k${i}: *a\n`)}`,
  merges: (length) =>
    `m0: &m0 {one: a}\n${fill(length, (i) => `m${i + 1}: &m${i + 1}\n  <<: [*m${i}, *m${i}]\n`)}`,
  'merges of merges that nothing else reads': (length) => {
    const chain = fill(length, (i) => `  - &m${i + 1} {<<: *m${i}}\n`)
    return `p:\n  one: x\n  zero:\n  - &m0 {one: x}\n${chain}q: {<<: *m${chain.split('\n').length - 1}}\n`
  },
  plurals: (length) => `en:\n${fill(length, (i) => `  k${i}:\n    one: a\n    other: b\n`)}`,
  integers: (length) => `k: 0x${fill(length, 'f')}`,
  tags: (length) => fill(length, (i) => `k${i}: !t${i} v\n`),
  documents: (length) => fill(length, '---\n'),
  ...repeating([...repeated, '- ', '? ', ': ', '!', '& ', '*a ', '|\n', '# '], (part) => ({
    [`${part} in a text`]: (length) => `a: x ${fill(length, part)}`,
    [`${part} alone`]: (length) => fill(length, part),
  })),
}

/** Inputs for what the format itself handles; the rest is parsed as YAML. */
const rubyYaml: Inputs = {
  ...Object.fromEntries(
    Object.entries(yaml).filter(([name]) => /key|levels|anchors|aliases|merges|plurals/.test(name)),
  ),
  languages: (length) => fill(length, (i) => `l${i}:\n  k: v\n`),
  'levels of plurals': (length) =>
    `en:\n${fill(length, (i) => `${' '.repeat(2 + (i % 200))}one:\n`)}`,
}

const fluent: Inputs = {
  messages: (length) => fill(length, (i) => `k${i} = v\n`),
  'the same message': (length) => fill(length, 'k = v\n'),
  attributes: (length) => `k = v\n${fill(length, (i) => `    .a${i} = v\n`)}`,
  lines: (length) => `k =\n${fill(length, '    a\n\n      b\n')}`,
  variants: (length) => `k = { $n ->\n${fill(length, (i) => `    [${i}] v\n`)}   *[other] v\n }\n`,
  placeables: (length) => `k = ${fill(length, '{ $a }')}\n`,
  'nested placeables': (length) => `k = ${fill(length, '{')}\n`,
  'nested selectors': (length) => `k = ${fill(length, '{ $n ->\n *[other] ')}\n`,
  comments: (length) => fill(length, '### a\n\n'),
  'comments on the file and messages': (length) => fill(length, (i) => `### a\n\nk${i} = v\n`),
  'calls in calls': (length) => `k = { ${fill(length, 'F(')}\n`,
  'spaces in a text': (length) => `k = a${fill(length, ' ')}b\n`,
  'empty lines in a text': (length) => `k = a\n${fill(length, '\n')}    b\n`,
  'groups of messages': (length) => fill(length, (i) => `## a\n\nk${i} = v\n`),
  ...repeating(repeated, (part) => ({
    [`${part} in a text`]: (length) => `k = ${fill(length, part)}`,
    [`${part} alone`]: (length) => fill(length, part),
  })),
}

/** Inputs for files of keys and texts: a start followed by repetitions. */
const keyValues = (start = ''): Inputs =>
  repeating(
    [
      ...[
        'k=v\n',
        '=',
        '\\',
        '\\\n',
        '\n',
        ' ',
        '# a\n',
        '"',
        '""',
        '"a" = "b";\n',
        '/*',
        '// a\n',
      ],
      ...[
        '[',
        ',',
        '"a","b"\n',
        '"a\n',
        "'",
        "$a['b'] = 'c';\n",
        "'a' => 'b',",
        'array(',
        '<<<A\n',
      ],
      ...['<a>', '&', '\r', '\t', '|', '\0'],
    ],
    (part) => ({
      [`${JSON.stringify(part)} again and again`]: (length) => start + fill(length, part),
    }),
  )

const toml: Inputs = {
  keys: (length) => fill(length, (i) => `k${i} = "v"\n`),
  'quoted keys': (length) => fill(length, (i) => `"k ${i}" = 'v'\n`),
  tables: (length) => fill(length, (i) => `[t${i}]\nother = "v"\n`),
  'keys below a long one': (length) =>
    `[${'a.'.repeat(150)}a]\n${fill(length, (i) => `k${i}=1\n`)}`,
  'items of a list': (length) => fill(length, '[[l]]\nk = ""\n'),
  'a dotted key': (length) => `a${fill(length, '.a')} = 1`,
  ...repeating(['"""', "'''", '"a', '[', '{', '"",', '#', ' ', '\n', '\\', 'a=1\n'], (part) => {
    const name = JSON.stringify(part)
    return {
      [`${name} in a list`]: (length) => `a = [${fill(length, part)}`,
      [`${name} in a text`]: (length) => `a = """${fill(length, part)}"""`,
      [`${name} alone`]: (length) => fill(length, part),
    }
  }),
}

/** The file of a folder. */
const appstore: Inputs = {
  'empty lines': (length) => `a${fill(length, '\n')}b`,
}

const wiki = repeating(
  [
    ...['{{', '[[', '}}', '[[a:', '<!--', '<nowiki>', '<ref', '\n<!--a-->', '__A', '=', '; a:'],
    ...['{|\n', '{|\n|a||b\n', '\n* a', '\n '],
  ],
  (part) => ({ [`${JSON.stringify(part)} in wiki text`]: (length) => fill(length, part) }),
)

const inputs: Readonly<Record<string, Inputs>> = {
  arb: json,
  json,
  'json-nested': json,
  i18nextv4: plurals,
  i18next: plurals,
  webextension: messages,
  formatjs: messages,
  'go-i18n-json': messages,
  'go-i18n-json-v2': messages,
  gotext: messages,
  mediawiki: wiki,
  'mediawiki-json': messages,
  'vscode-l10n': messages,
  xcstrings: catalogs,
  appstore,
  aresource: xml(string),
  tbx: xml(term),
  ts: xml(message),
  plainxliff: xml(unit),
  xliff: xml(unit),
  poxliff: xml(unit),
  resx: xml(datum),
  stringsdict: xml(list),
  'cmp-resource': xml(string),
  'moko-resource': xml(string),
  properties: keyValues(),
  'mi18n-lang': keyValues(),
  gwt: keyValues(),
  joomla: keyValues('A='),
  dtd: {
    entities: (length) => fill(length, (i) => `<!ENTITY k${i} "v&#65;">\n`),
    comments: (length) => fill(length, '<!-- a -->\n'),
  },
  'xwiki-page-properties': {
    'keys below a reference': (length) =>
      `<x><content>&amp;=v\n${fill(length, (i) => `k${i}=v\n`)}</content></x>`,
  },
  'xwiki-fullpage': keyValues('<?xml version="1.0"?><xwikidoc><content>'),
  strings: keyValues('"a" = "'),
  php: keyValues("<?php $a = '"),
  'php-sources': keyValues("<?php return ['a' => '"),
  laravel: keyValues("<?php return ['a' => '"),
  ini: keyValues('[a]\n'),
  islu: keyValues('[a]\n'),
  csv: keyValues('location,source,target\n'),
  'csv-multi-utf-8': keyValues('location,source,target\n'),
  'csv-simple': keyValues(),
  fluent,
  yaml,
  'ruby-yaml': rubyYaml,
  'go-i18n-yaml': yaml,
  toml,
  'go-i18n-toml': toml,
}

const pairing = { wordRule: 'spaces' as const, pluralNumber: 3 }

/** Parsers of formats, each with inputs that make careless ones rescan the same bytes. */
export const formatCases: readonly LinearCase[] = [...formats.values()].flatMap((format) =>
  Object.entries(inputs[format.id] ?? {}).map(([name, write]) => ({
    what: `${format.id}, ${name}`,
    prepare: (length) => {
      const file = Buffer.from(write(length))
      const bytes = format.folder ? packFolder([['title.txt', file]]) : file
      return () => readAll(format, bytes)
    },
  })),
)

function readAll(format: Format, bytes: Buffer): void {
  const isMonolingual = format.template !== 'never'
  const options = { languageCode: 'cs', isMonolingual }
  try {
    format.languages?.(bytes)
    const { entries, locate } = readEntries(format, bytes, options)
    if (isMonolingual) {
      const table = createTable(entries, { ...pairing, locate })
      pairMonolingual(table, entries, { ...pairing, format, locate })
    } else readBilingual(entries, { ...pairing, format, locate })
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
  }
}
