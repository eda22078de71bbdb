import { expect, test } from 'vitest'
import { csv, csvMulti, csvMultiUtf8, csvSimple, csvUtf8 } from '../../formats/csv/csv.ts'
import { sniffDialect } from '../../formats/csv/dialect.ts'
import { readRows } from '../../formats/csv/rows.ts'
import type { Format } from '../../formats/format.ts'

const dialect = { delimiter: '\r', quote: '"', skipsSpace: false, escapeMark: '' }

test('a carriage return is a delimiter only after a closing quote', () => {
  const rows = readRows('"a"\r"b"\nc\r\n', dialect)
  expect(rows.map(({ fields }) => fields)).toEqual([['a', 'b'], ['c']])
})

test('a carriage return within a line is an error, also as the delimiter', () => {
  const text = '1|\r""'
  expect(() => readRows(text, sniffDialect(text))).toThrow(
    'expected a line end after a carriage return',
  )
})

test('a table with one column in single quotes has that quote, also with marks before it', () => {
  expect(sniffDialect("'One'\n'Two!'\n").quote).toBe("'")
})

test.each([
  ['\r\né\\', [['é\n']]],
  ['"é\\', [['é\n']]],
  ['"é"x\\', [['éx\n']]],
  ['é\\\\', [['é\\']]],
])('an escape mark at the end of the text escapes a line feed: %j', (text, expected) => {
  const rows = readRows(text, { ...dialect, delimiter: ',', escapeMark: '\\' })
  expect(rows.map(({ fields }) => fields)).toEqual(expected)
})

test('alternatives are fuzzy if any row is marked, and untranslated if none has a target', () => {
  const rows = ['a,,yes', 'a,A,', 'b,,yes', 'b,,', 'c,C,', 'c,,']
  const file = Buffer.from(`source,target,fuzzy\n${rows.join('\n')}\n`)
  const statesOf = (format: typeof csvUtf8) =>
    format
      .parse(file, { languageCode: 'de', isMonolingual: false })
      .entries.map(({ state }) => state)
  expect(statesOf(csvMultiUtf8)).toEqual(['fuzzy', 'untranslated', 'translated'])
  expect(statesOf(csvUtf8)).toEqual([
    ...['untranslated', 'translated', 'untranslated'],
    ...['untranslated', 'translated', 'untranslated'],
  ])
})

test('csv-multi joins alternatives like csv-multi-utf-8, and also reads UTF-16 with a byte order mark', () => {
  const file = 'context,source,target\n,a,b\n,a,č\n'
  const options = { languageCode: 'cs', isMonolingual: false }
  const read = (format: Format, bytes: Uint8Array) => format.parse(bytes, options).entries
  const expected = read(csvMultiUtf8, Buffer.from(file))
  expect(expected.map(({ source, target }) => [source, target])).toEqual([
    ['a\u001e\u001ea', 'b\u001e\u001eč'],
  ])
  expect(read(csvMulti, Buffer.from(file))).toEqual(expected)
  expect(read(csvMulti, Buffer.from(`\ufeff${file}`, 'utf16le'))).toEqual(expected)
})

test('a file that is not Unicode is read as Latin-1 if the format sets no encoding', () => {
  const file = Buffer.from('source,target\nlesson,le\xe7on\xa0\n', 'latin1')
  const options = { languageCode: 'fr', isMonolingual: false }
  const read = (format: typeof csv) =>
    format.parse(file, options).entries.map(({ source, target }) => [source, target])
  expect(read(csv)).toEqual([['lesson', 'le\u00e7on\u00a0']])
  expect(read(csvSimple)).toContainEqual(['lesson', 'le\u00e7on\u00a0'])
  expect(() => read(csvUtf8)).toThrow('expected UTF-8, found an invalid byte')
})
