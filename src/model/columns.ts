import { firstNotBefore } from '../binary-search.ts'

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
  #words = new Uint32Array(256)
  #count = 0
  readonly #parts: string[] = []
  #end = 0

  bytes(column: Uint8Array): void {
    const count = Math.ceil(column.length / WORD_BYTES)
    this.#reserve(count + 1)
    this.#words[this.#count++] = column.length
    new Uint8Array(this.#words.buffer).set(column, WORD_BYTES * this.#count)
    this.#count += count
  }

  numbers(column: ArrayLike<number>): void {
    this.#reserve(column.length + 1)
    this.#words[this.#count++] = column.length
    this.#words.set(column, this.#count)
    this.#count += column.length
  }

  texts(column: Texts): void {
    const { length } = column
    this.#reserve(length + 2)
    this.#words[this.#count++] = this.#end
    this.#words[this.#count++] = length
    for (let row = 0; row < length; row++) {
      const text = column.at(row) ?? ''
      this.#parts.push(text)
      this.#end += text.length
      this.#words[this.#count++] = this.#end
    }
  }

  sparse(column: SparseTexts): void {
    this.numbers(Array.from(column, ([row]) => row))
    this.texts([...column.values()])
  }

  finish(): Buffer {
    const text = this.#parts.join('')
    const isWide = WIDE.test(text)
    const at = HEADER_BYTES + WORD_BYTES * this.#count
    const result = Buffer.allocUnsafe(at + (isWide ? 2 : 1) * text.length)
    result.writeUInt32LE(this.#count, 0)
    result.writeUInt32LE(Number(isWide), WORD_BYTES)
    result.set(new Uint8Array(this.#words.buffer, 0, WORD_BYTES * this.#count), HEADER_BYTES)
    result.write(text, at, isWide ? 'utf16le' : 'latin1')
    return result
  }

  #reserve(count: number): void {
    if (this.#count + count <= this.#words.length) return
    const words = new Uint32Array(2 * (this.#count + count))
    words.set(this.#words)
    this.#words = words
  }
}

const NO_NUMBERS = new Uint32Array()

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
    // Most columns of checked translations are empty.
    if (length === 0) return NO_NUMBERS
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
