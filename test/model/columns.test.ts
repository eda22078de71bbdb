import { expect, test } from 'vitest'
import {
  ColumnReader,
  ColumnWriter,
  type SparseTexts,
  type Texts,
} from '../../src/model/columns.ts'

const textsOf = (column: Texts) => Array.from({ length: column.length }, (_, row) => column.at(row))
const entriesOf = (column: SparseTexts) => [...column]

test.each([
  ['one byte a character', ['', 'a', 'é'.repeat(300), '', 'last']],
  ['two bytes a character', ['', 'ж', '\u{1f40c}', '\ud800 alone', '\u0000']],
])('columns are read as they were written, with %s', (_, texts) => {
  const sparse = new Map([
    [1, 'one'],
    [70_000, texts.at(-2) ?? ''],
  ])
  const writer = new ColumnWriter()
  writer.bytes(Uint8Array.of(1, 2, 3, 4, 5))
  writer.texts(texts)
  writer.sparse(sparse)
  writer.numbers(Uint32Array.of(0, 2 ** 32 - 1))
  writer.texts([])
  writer.sparse(new Map())
  const bytes = writer.finish()

  const reader = new ColumnReader(bytes)
  // The reader must have copied the bytes.
  bytes.fill(0)
  expect([...reader.bytes()]).toEqual([1, 2, 3, 4, 5])
  expect(textsOf(reader.texts())).toEqual(texts)
  const decoded = reader.sparse()
  expect([decoded.size, entriesOf(decoded)]).toEqual([2, [...sparse]])
  expect([0, 1, 2, 69_999, 70_000, 70_001].map((row) => decoded.get(row))).toEqual([
    undefined,
    'one',
    undefined,
    undefined,
    texts.at(-2),
    undefined,
  ])
  expect([...reader.numbers()]).toEqual([0, 2 ** 32 - 1])
  expect([reader.texts().length, reader.sparse().size]).toEqual([0, 0])
})

test('columns are read from bytes at any offset', () => {
  const writer = new ColumnWriter()
  writer.numbers(Uint32Array.of(7))
  writer.texts(['ж'])
  const bytes = writer.finish()
  for (let offset = 0; offset < 4; offset++) {
    const moved = Buffer.concat([Buffer.alloc(offset), bytes]).subarray(offset)
    const reader = new ColumnReader(moved)
    expect([reader.numbers()[0], reader.texts().at(0)]).toEqual([7, 'ж'])
  }
})
