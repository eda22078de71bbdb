import { closeSync, constants, fstatSync, openSync, readSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { hasCode } from '../errors.ts'
import { decodeHeader, HEADER_BYTES, isWhole, rowsOf } from './batch.ts'
import type { ValueLocation, ValueLocations } from './value-locations.ts'

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants

/**
 * A file of batches, see batch.ts: written only by appending and read with `pread`, so whatever happens to the file, a read gives
 * bytes that are checked or none. Threads and processes append to the same file: the system puts one write after another.
 */
export class ValueFile {
  readonly number: number
  /** What is wrong with it, if anything: nothing more is appended to it, and what comes after the damage is not found. */
  damage: string | undefined
  readonly #file: number
  readonly #isWritable: boolean
  /** Where the batches end that `scan` has found. */
  scanned = 0

  /** Opens a file, or creates it and throws where there is one. */
  constructor(path: string, number: number, { isNew = false } = {}) {
    this.number = number
    const opened = isNew
      ? openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0o600)
      : openWritable(path)
    this.#isWritable = opened !== undefined
    this.#file = opened ?? openSync(path, O_RDONLY)
  }

  /** Its size now, and what tells it from another file of the same name. */
  stats(): { readonly size: number; readonly ino: number; readonly nlink: number } {
    return fstatSync(this.#file)
  }

  /** Whether `append` may be called: the last batch is whole. */
  canAppend(): boolean {
    const { size, nlink } = this.stats()
    return this.#isWritable && this.damage === undefined && nlink > 0 && size === this.scanned
  }

  /** Appends a batch. Rejects where it was not written, or not all of it. */
  async append(batch: Buffer): Promise<void> {
    const { bytesWritten } = await writeAll(this.#file, batch, 0, batch.length, null)
    if (bytesWritten < batch.length) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
  }

  /** Adds the places of what was appended since the last call. */
  scan(places: ValueLocations): void {
    if (this.damage !== undefined) return
    const { size } = this.stats()
    if (size < this.scanned) this.damage = `expected ${this.scanned} bytes, found ${size}`
    while (this.scanned + HEADER_BYTES <= size && this.#scanBatch(places, size)) {
      // The next one.
    }
  }

  /** False where there is no whole batch. */
  #scanBatch(places: ValueLocations, size: number): boolean {
    const start = this.scanned
    const header = this.#read(start, Buffer.alloc(HEADER_BYTES))
    const decoded = header && decodeHeader(header)
    if (header === undefined || decoded === undefined) return this.#setDamage(start)
    const { tableBytes, valueBytes } = decoded
    const tableAt = start + HEADER_BYTES
    const end = tableAt + tableBytes + valueBytes
    // It is being written, or its writer was killed.
    if (end > size) return false
    const table = this.#read(tableAt, Buffer.alloc(tableBytes))
    if (table === undefined || !isWhole(header, table)) return this.#setDamage(start)
    let at = tableAt + tableBytes
    for (const [high, low, bytes] of rowsOf(table)) {
      places.set(high, low, { file: this.number, at, bytes })
      at += bytes
    }
    this.scanned = end
    return true
  }

  #setDamage(at: number): false {
    this.damage = `expected a batch of values at byte ${at}`
    return false
  }

  /** Whether its first and its last byte are still there. */
  isIntact(): boolean {
    if (this.scanned === 0) return true
    const header = this.#read(0, Buffer.alloc(HEADER_BYTES))
    return (
      header !== undefined &&
      decodeHeader(header) !== undefined &&
      this.stats().size >= this.scanned
    )
  }

  /** The bytes in a place, in the memory of `buffer` where they fit into it; undefined where the file ends before. */
  read({ at, bytes }: ValueLocation, buffer: Buffer): Buffer | undefined {
    return this.#read(at, bytes <= buffer.length ? buffer.subarray(0, bytes) : Buffer.alloc(bytes))
  }

  #read(at: number, buffer: Buffer): Buffer | undefined {
    return readSync(this.#file, buffer, 0, buffer.length, at) === buffer.length ? buffer : undefined
  }

  close(): void {
    closeSync(this.#file)
  }
}

const writeAll = promisify(write)

/** Undefined where it may only be read. */
function openWritable(path: string): number | undefined {
  try {
    return openSync(path, O_RDWR | O_APPEND)
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return undefined
    throw error
  }
}
