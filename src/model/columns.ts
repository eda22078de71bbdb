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

const HEADER_BYTES = 8
const WORD_BYTES = 4
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const WIDE = /[^\u0000-\u00ff]/

/**
 * Writes columns into bytes that `ColumnReader` can read without touching each row. The bytes are the number of 32-bit
 * words, 1 where characters take two bytes, the words of all columns, and their texts joined: so one copy each brings back
 * all numbers and all texts. Little-endian.
 */
export class ColumnWriter {
  readonly #words: Uint32Array[] = []
  readonly #parts: string[] = []
  #end = 0

  bytes(column: Uint8Array): void {
    const padded = new Uint32Array(Math.ceil(column.length / WORD_BYTES))
    new Uint8Array(padded.buffer).set(column)
    this.#words.push(Uint32Array.of(column.length), padded)
  }

  numbers(column: Uint32Array): void {
    this.#words.push(Uint32Array.of(column.length), column)
  }

  texts(column: Texts): void {
    const ends = new Uint32Array(column.length)
    this.#words.push(Uint32Array.of(this.#end))
    for (let row = 0; row < column.length; row++) {
      const text = column.at(row) ?? ''
      this.#parts.push(text)
      this.#end += text.length
      ends[row] = this.#end
    }
    this.numbers(ends)
  }

  sparse(column: SparseTexts): void {
    this.numbers(Uint32Array.from(column, ([row]) => row))
    this.texts([...column.values()])
  }

  finish(): Buffer {
    const count = this.#words.reduce((sum, { length }) => sum + length, 0)
    const text = this.#parts.join('')
    const isWide = WIDE.test(text)
    const at = HEADER_BYTES + WORD_BYTES * count
    const result = Buffer.allocUnsafe(at + (isWide ? 2 : 1) * text.length)
    result.writeUInt32LE(count, 0)
    result.writeUInt32LE(Number(isWide), WORD_BYTES)
    let offset = HEADER_BYTES
    for (const { buffer, byteOffset, byteLength } of this.#words) {
      result.set(new Uint8Array(buffer, byteOffset, byteLength), offset)
      offset += byteLength
    }
    result.write(text, at, isWide ? 'utf16le' : 'latin1')
    return result
  }
}

/** Reads columns in the order in which they were written. They have memory of their own: the bytes are free afterwards. */
export class ColumnReader {
  readonly #words: Uint32Array<ArrayBuffer>
  readonly #text: string
  #next = 0
  /** Memory of the columns, in bytes. */
  readonly memoryBytes: number

  /** Throws RangeError for fewer bytes than they say. */
  constructor(stored: Buffer) {
    const count = stored.readUInt32LE(0)
    const isWide = stored.readUInt32LE(WORD_BYTES) === 1
    const at = HEADER_BYTES + WORD_BYTES * count
    if (at > stored.length) throw new RangeError(`expected ${at} bytes, found ${stored.length}`)
    this.#words = new Uint32Array(count)
    new Uint8Array(this.#words.buffer).set(stored.subarray(HEADER_BYTES, at))
    this.#text = stored.toString(isWide ? 'utf16le' : 'latin1', at)
    this.memoryBytes = this.#words.byteLength + (isWide ? 2 : 1) * this.#text.length
  }

  bytes(): Uint8Array {
    const length = this.#words[this.#next++] ?? 0
    const column = new Uint8Array(this.#words.buffer, WORD_BYTES * this.#next, length)
    this.#next += Math.ceil(length / WORD_BYTES)
    return column
  }

  numbers(): Uint32Array {
    const length = this.#words[this.#next++] ?? 0
    this.#next += length
    return this.#words.subarray(this.#next - length, this.#next)
  }

  texts(): Texts {
    const start = this.#words[this.#next++] ?? 0
    const ends = this.numbers()
    const text = this.#text
    return {
      length: ends.length,
      at: (row) => text.slice(row === 0 ? start : ends[row - 1], ends[row]),
    }
  }

  sparse(): SparseTexts {
    return createSparse(this.numbers(), this.texts())
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
