import { describe, expect, test } from 'vitest'
import { SEP } from '../../formats/entry.ts'
import { formats } from '../../formats/index.ts'
import { readEntries } from '../../src/reading/read-entries.ts'

function read(fileFormat: string, file: string) {
  const format = formats.get(fileFormat)!
  const options = { languageCode: 'de', isMonolingual: true }
  const { entries, faults } = readEntries(format, Buffer.from(file), options)
  return {
    texts: Object.fromEntries(entries.map(({ context, target }) => [context, target])),
    faults: faults.map(
      ({ line, column, name, message }) => `${line}:${column} ${name}: ${message}`,
    ),
  }
}

const cases: readonly [what: string, format: string, file: string, texts: object, fault: string][] =
  [
    [
      'a tab in JSON, which stays one',
      'json',
      '{\n "a": "x\ty",\n "b": "z\\n"\n}',
      { a: 'x\ty', b: 'z\n' },
      '2:9 a: JSON does not allow U+0009 CHARACTER TABULATION in a text unless it is escaped',
    ],
    [
      'a control character in JSON, beside an escape',
      'i18nextv4',
      '{ "a": { "b": "x\\"\u0008" }, "c": "z" }',
      { 'a.b': 'x"\ufffd', c: 'z' },
      '1:19 a.b: JSON does not allow U+0008 BACKSPACE in a text unless it is escaped',
    ],
    [
      'a line break in JSON',
      'arb',
      '{ "a": "x\ny", "c": "z" }',
      { a: 'x\ny', c: 'z' },
      '1:10 a: JSON does not allow U+000A LINE FEED in a text unless it is escaped',
    ],
    [
      'an escape that stands for one',
      'json-nested',
      '{ "a": "x", "b": "\\u0000" }',
      { a: 'x', b: '\ufffd' },
      '1:13 b: The text holds the control character U+0000 NULL',
    ],
    [
      'one in strings of Apple',
      'strings-utf8',
      '"a" = "x";\n"b" = "y\u001bz";\n',
      { a: 'x', b: 'y\ufffdz' },
      '2:9 b: The text holds the control character U+001B ESCAPE',
    ],
    [
      'one in YAML',
      'yaml',
      'a: x\nb: "y\u000cz"\n',
      { a: 'x', b: 'y\ufffdz' },
      '2:6 : YAML does not allow U+000C FORM FEED',
    ],
    [
      'one in TOML',
      'toml',
      'a = "x"\nb = "y\u0007"\n',
      { a: 'x', b: 'y\ufffd' },
      '2:7 : TOML does not allow U+0007 BELL',
    ],
    [
      'one in XML',
      'aresource',
      '<resources>\n<string name="a">x\u0001</string><string name="b">y</string></resources>',
      { a: 'x\ufffd', b: 'y' },
      '2:19 : XML does not allow U+0001 START OF HEADING',
    ],
  ]

describe('a control character', () => {
  test.each(cases)('%s is reported, and all texts are read', (_, format, file, texts, fault) => {
    expect(read(format, file)).toEqual({ texts, faults: [fault] })
  })

  test.each(['\t\n\r', '\u007f\u0085\u009f', '\u2028\ufeff'])('%j is allowed', (text) => {
    expect(read('json', JSON.stringify({ a: text }))).toEqual({ texts: { a: text }, faults: [] })
  })

  test('is not reported for the separator of plural forms', () => {
    const file = '<resources><plurals name="a"><item quantity="one">x</item></plurals></resources>'
    expect(read('aresource', file)).toEqual({ texts: { a: `x${SEP}` }, faults: [] })
  })
})

test('an unclosed text in JSON is an error at the end of its line', () => {
  expect(() => read('json', '{\n "a": "x,\n "b": "y"\n}')).toThrow(
    expect.objectContaining({
      message: 'expected the rest of a text in double quotes, found U+000A',
      line: 2,
      column: 10,
    }),
  )
})

test('at most the first 100 faults of a file are kept', () => {
  expect(read('json', `{ "a": "${'\t'.repeat(300)}" }`).faults.length).toBe(100)
})

test('a location of Qt without a line loses no text and is reported once', () => {
  const message = (source: string, location: string) =>
    `<message>${location}<source>${source}</source><translation>x</translation></message>`
  const file = `<TS version="2.1"><context><name>c</name>
${message('a', '<location/>')}
${message('b', '<location filename="f" line="+3"/>')}
${message('d', '<location filename="f" line="+2"/>')}
</context></TS>`
  expect(read('ts', file)).toEqual({
    texts: { ca: 'x', cb: 'x', cd: 'x' },
    faults: ['3:1 : A line in <location> is relative to one before it, which has no line'],
  })
})
