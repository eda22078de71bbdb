import { firstNotBefore } from '../bisect.ts'

/** Texts of rows 0 to `length` - 1; satisfied by arrays of strings. */
export interface Texts {
  readonly length: number
  at(row: number): string | undefined
}

/** Texts of some rows, in ascending order; satisfied by maps. */
export interface SparseTexts {
  readonly size: number
  get(row: number): string | undefined
  values(): IterableIterator<string>
  [Symbol.iterator](): IterableIterator<[row: number, text: string]>
}

/** Writes columns into bytes that `openColumns` can read without touching each row. */
export interface ColumnWriter {
  bytes(column: Uint8Array): void
  numbers(column: Uint32Array): void
  texts(column: Texts): void
  sparse(column: SparseTexts): void
  finish(): Buffer
}

/** Reads the columns in the order in which they were written. */
export interface ColumnReader {
  bytes(): Uint8Array
  numbers(): Uint32Array
  texts(): Texts
  sparse(): SparseTexts
  /** Memory of the columns, in bytes. */
  readonly memoryBytes: number
}

const HEADER_BYTES = 8
const WORD_BYTES = 4
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const WIDE = /[^\u0000-\u00ff]/

/**
 * The bytes are the number of 32-bit words, 1 where characters take two bytes, the words of all columns, and their texts
 * joined: so one copy each brings back all numbers and all texts. Little-endian.
 */
export function createColumns(): ColumnWriter {
  const words: Uint32Array[] = []
  const parts: string[] = []
  let end = 0

  function numbers(column: Uint32Array): void {
    words.push(Uint32Array.of(column.length), column)
  }
  function texts(column: Texts): void {
    const ends = new Uint32Array(column.length)
    const start = end
    for (let row = 0; row < column.length; row++) {
      const text = column.at(row) ?? ''
      parts.push(text)
      end += text.length
      ends[row] = end
    }
    words.push(Uint32Array.of(start))
    numbers(ends)
  }

  return {
    numbers,
    texts,
    bytes(column) {
      const padded = new Uint32Array(Math.ceil(column.length / WORD_BYTES))
      new Uint8Array(padded.buffer).set(column)
      words.push(Uint32Array.of(column.length), padded)
    },
    sparse(column) {
      numbers(Uint32Array.from(column, ([row]) => row))
      texts([...column.values()])
    },
    finish() {
      const count = words.reduce((sum, { length }) => sum + length, 0)
      const text = parts.join('')
      const isWide = WIDE.test(text)
      const at = HEADER_BYTES + WORD_BYTES * count
      const result = Buffer.allocUnsafe(at + (isWide ? 2 : 1) * text.length)
      result.writeUInt32LE(count, 0)
      result.writeUInt32LE(Number(isWide), WORD_BYTES)
      let offset = HEADER_BYTES
      for (const { buffer, byteOffset, byteLength } of words) {
        result.set(new Uint8Array(buffer, byteOffset, byteLength), offset)
        offset += byteLength
      }
      result.write(text, at, isWide ? 'utf16le' : 'latin1')
      return result
    },
  }
}

/** Columns in memory of their own: the bytes are free afterwards. Throws RangeError where there are fewer than they say. */
export function openColumns(stored: Buffer): ColumnReader {
  const count = stored.readUInt32LE(0)
  const isWide = stored.readUInt32LE(WORD_BYTES) === 1
  const at = HEADER_BYTES + WORD_BYTES * count
  if (at > stored.length) throw new RangeError(`expected ${at} bytes, found ${stored.length}`)
  const words = new Uint32Array(count)
  new Uint8Array(words.buffer).set(stored.subarray(HEADER_BYTES, at))
  const text = stored.toString(isWide ? 'utf16le' : 'latin1', at)
  let next = 0

  function numbers(): Uint32Array {
    const length = words[next++] ?? 0
    next += length
    return words.subarray(next - length, next)
  }
  function texts(): Texts {
    const start = words[next++] ?? 0
    const ends = numbers()
    return {
      length: ends.length,
      at: (row) => text.slice(row === 0 ? start : ends[row - 1], ends[row]),
    }
  }

  return {
    numbers,
    texts,
    bytes() {
      const length = words[next++] ?? 0
      const column = new Uint8Array(words.buffer, WORD_BYTES * next, length)
      next += Math.ceil(length / WORD_BYTES)
      return column
    },
    sparse: () => createSparse(numbers(), texts()),
    memoryBytes: words.byteLength + (isWide ? 2 : 1) * text.length,
  }
}

/** Most columns have none. */
const NO_TEXTS: SparseTexts = new Map<number, string>()

function createSparse(rows: Uint32Array, texts: Texts): SparseTexts {
  if (rows.length === 0) return NO_TEXTS
  const textAt = (index: number): string => texts.at(index) ?? ''
  return {
    size: rows.length,
    get(row) {
      const index = firstNotBefore(rows.length, (at) => rows[at]! < row)
      return rows[index] === row ? texts.at(index) : undefined
    },
    values: () => Array.from(rows, (_, index) => textAt(index)).values(),
    [Symbol.iterator]: () =>
      Array.from(rows, (row, index): [number, string] => [row, textAt(index)]).values(),
  }
}
