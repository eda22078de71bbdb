import { expect, test } from 'vitest'
import { csvMultiUtf8, csvUtf8 } from '../../formats/csv/csv.ts'
import { sniffDialect } from '../../formats/csv/dialect.ts'
import { readRows } from '../../formats/csv/rows.ts'

const dialect = { delimiter: '\r', quote: '"', skipsSpace: false, escapeMark: '' }

test('a carriage return can be the delimiter behind a closing quote alone', () => {
  const rows = readRows('"a"\r"b"\nc\r\n', dialect)
  expect(rows.map(({ fields }) => fields)).toEqual([['a', 'b'], ['c']])
})

test('a carriage return within a line is an error, also where it is the delimiter', () => {
  const text = '1|\r""'
  expect(() => readRows(text, sniffDialect(text))).toThrow(
    'expected a line end behind a carriage return',
  )
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
