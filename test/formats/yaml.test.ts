import { expect, test } from 'vitest'
import { SEP } from '../../formats/entry.ts'
import { formats } from '../../formats/index.ts'
import { composeDocument } from '../../formats/yaml/document.ts'
import { scanDocument } from '../../formats/yaml/scan.ts'
import { createChoices } from '../support/choices.ts'

const pieces = [
  ...[
    'a',
    'b c',
    'é',
    '😀',
    '\u00a0',
    '~',
    'null',
    'true',
    '1',
    '1.5',
    '0x1F',
    '<<',
    '=',
    '!',
    ',',
  ],
  ...[
    ' ',
    '  ',
    ':',
    ': ',
    ':\n',
    '\n',
    '\n  ',
    '\n    ',
    '\n- ',
    '\n  - ',
    '- ',
    '-',
    '---\n',
    '...',
  ],
  ...[
    '"',
    '"a"',
    "'",
    "'b'",
    "''",
    '\\n',
    '\\',
    ' #',
    '#',
    '# c\n',
    '?',
    '? ',
    '&a ',
    '*a',
    '{}',
    '[]',
  ],
  ...['|\n', '|-\n', '|+\n', '|2\n', '>\n', '>-\n', '%', '@', 'k1: ', 'k2: ', 'k3: v\n', '\nk4: '],
  ...['\n  k5: ', '\n    k6: w', '\u2028', '\t', '\r\n'],
]

test('the YAML scanner reads random texts like the library, if at all', () => {
  const { below, pick } = createChoices(5)
  let scanned = 0
  for (let round = 0; round < 6000; round++) {
    const parts = Array.from({ length: 1 + below(14) }, () => pick(pieces))
    const text = `${below(2) === 0 ? 'k: ' : ''}${parts.join('')}${below(3) === 0 ? '' : '\n'}`
    const scannedNode = scanDocument(text)
    if (scannedNode === undefined) continue
    scanned++
    expect({ text, found: scannedNode }).toEqual({ text, found: composeDocument(text) })
  }
  expect(scanned).toBeGreaterThan(300)
})

test('the YAML scanner reads typical translation files', () => {
  const text = `---
# Texts
de:
  date:
    formats:
      short: "%d. %b\\n" # short
    months:
    -
    - Jänner
    - 'it''s'
  long: several
    lines

    of text
  steps:
    - |
      one
        two

      three
    - >-
      one
      two
  none:
  count: 1
`
  const node = scanDocument(text)
  expect(node).toBeDefined()
  expect(node).toEqual(composeDocument(text))
})

test('lines of quoted texts may begin in any column, also with tabs', () => {
  const text = 'a:\n  b: "one\ntwo\n\n\t three"\n  c: \'four\n  five\'\n'
  const c = text.indexOf("'four")
  expect(composeDocument(text)).toMatchObject({
    values: [{ values: [{ text: 'one two\nthree' }, { text: 'four five', offset: c }] }],
  })
  expect(() => composeDocument('a: "b\n---\nc"\n')).toThrow('expected YAML')
})

test.each([
  ['"a \\\n\n  b"', 'a \nb'],
  ['"\\\n \n\t\n"', '\n\n'],
  ['"\\\\\n\nb\\\r\n\r\n c"', '\\\nb\nc'],
])('empty lines after an escaped line break are kept: %j', (text, expected) => {
  expect(composeDocument(text)).toMatchObject({ type: 'text', text: expected })
})

test.each(['a: "b\\"', "a: 'it''", '"', "'''", '? "a""\n: b\n'])(
  'unclosed quotes are an error: %j',
  (text) => {
    expect(() => composeDocument(text)).toThrow('expected YAML, found: no closing')
  },
)

test('unclosed quotes are reported at the end of the file, as by ruamel.yaml', () => {
  expect(() => composeDocument('cs:\n  app: "broken\n')).toThrow(
    expect.objectContaining({ line: 3, column: 1 }),
  )
})

test.each([
  ['a: |\n \n  b\n', true],
  ['a: >- # c\r\n \r\n\r\n  \r\n  b\r\n', true],
  ['a: |\n  \n\n  b\n   c\n', false],
  ['a: |2\n \n  b\n', false],
  ['a: |\n\n  b\n', false],
])('a leading line of spaces must not have fewer than the text, as in: %j', (text, isError) => {
  const read = () => composeDocument(text)
  if (isError) expect(read).toThrow('expected no line with fewer spaces')
  else expect(read()).toMatchObject({ kind: 'mapping' })
})

test('lines of a collection in brackets may begin in any column', () => {
  const text = 'a:\n  b: [\n  one,\ntwo\n  ]\n  c: {\n  d: three}\n'
  expect(composeDocument(text)).toMatchObject({
    values: [
      {
        values: [
          { items: [{ text: 'one' }, { text: 'two' }] },
          { keys: [{ text: 'd' }], values: [{ text: 'three' }] },
        ],
      },
    ],
  })
  expect(() => composeDocument('a: [b,\n---\nc]\n')).toThrow('expected YAML')
})

test('a comment needs no space after quotes, brackets and commas', () => {
  const text = 'a: "one"#1\nb: [#2\n  two,#3\n  three]#4\n'
  expect(composeDocument(text)).toMatchObject({
    values: [{ text: 'one' }, { items: [{ text: 'two' }, { text: 'three' }] }],
  })
  expect(() => composeDocument('a: |#1\n  one\n')).toThrow('expected YAML')
})

test.each(['yaml', 'ruby-yaml'])('U+0085 in a text is a space in %s', (id) => {
  const file = Buffer.from('k:\n  a: x\u0085y\n  b: "x\u0085y"\n')
  const { entries } = formats.get(id)!.parse(file, { languageCode: 'de', isMonolingual: true })
  expect(entries.map(({ target }) => target)).toEqual(['x y', 'x y'])
})

test.each([
  ['!!bool yes', 'True'],
  ['!!bool "off"', 'False'],
])('a tagged YAML 1.1 boolean is a boolean: %s', (text, expected) => {
  expect(composeDocument(text)).toMatchObject({ type: 'boolean', text: expected })
})

test.each([
  ['- id: a\n  translation: Open\n- id: b\n  translation: { one: "1", other: n }\n', 'cs'],
  ['a: Open\nb:\n  description: d\n  other: n\n  one: "1"\n', 'cs'],
  ['a:\n  other: Open\nb: { few: f, other: n, one: "1" }\n', 'de'],
])('go-i18n messages may be in lists, and have plural forms by name: %j', (file, languageCode) => {
  const format = formats.get('go-i18n-yaml')!
  const { entries } = format.parse(Buffer.from(file), { languageCode, isMonolingual: true })
  const targets = entries.map(({ context, target }) => [context, target.split(SEP)])
  const forms = languageCode === 'cs' ? ['1', '', 'n'] : ['1', 'n']
  expect(targets).toEqual([
    ['a', ['Open']],
    ['b', forms],
  ])
})

test('keys of go-i18n messages begin with the keys of their groups', () => {
  const file = 'a:\n  b: B\n  c:\n    one: "1"\n    other: n\n'
  const { entries } = formats
    .get('go-i18n-yaml')!
    .parse(Buffer.from(file), { languageCode: 'de', isMonolingual: true })
  expect(entries.map(({ context, target }) => [context, target.split(SEP)])).toEqual([
    ['a.b', ['B']],
    ['a.c', ['1', 'n']],
  ])
})
