import { closeSync, constants, fstatSync, openSync, readSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { hasCode } from '../errors.ts'
import { decodeHeader, HEADER_BYTES, isWhole } from './batch.ts'
import type { ValueLocation, ValueLocations } from './value-locations.ts'

const { O_APPEND, O_CREAT, O_RDONLY, O_RDWR } = constants

/**
 * A file of batches, see batch.ts. Batches are only appended, and read with `pread`, so even if the file is damaged, a
 * read returns verified bytes or none. Threads and processes append to the same file, since the system serializes
 * appends.
 */
export class ValueFile {
  readonly number: number
  /** What is wrong with the file, if anything. Nothing is appended after damage, nor are values found there. */
  damage: string | undefined
  readonly #file: number
  readonly #isWritable: boolean
  /** End of the batches that `scan` has found. */
  scanned = 0

  /** Opens a file; with `isNew`, creates it if another writer has not. */
  constructor(path: string, number: number, { isNew = false } = {}) {
    this.number = number
    const opened = isNew ? openSync(path, O_RDWR | O_APPEND | O_CREAT, 0o600) : openWritable(path)
    this.#isWritable = opened !== undefined
    this.#file = opened ?? openSync(path, O_RDONLY)
  }

  /** Returns the current size of the file, and what distinguishes it from another file of the same name. */
  stats(): { readonly size: number; readonly ino: number; readonly nlink: number } {
    return fstatSync(this.#file)
  }

  /** Returns whether `append` may be called: the last batch must be complete. */
  canAppend(): boolean {
    const { size, nlink } = this.stats()
    return this.#isWritable && this.damage === undefined && nlink > 0 && size === this.scanned
  }

  /** Appends a batch. Rejects if it was not fully written. */
  async append(batch: Buffer): Promise<void> {
    const { bytesWritten } = await writeAll(this.#file, batch, 0, batch.length, null)
    if (bytesWritten < batch.length) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
  }

  /** Adds the locations of values appended since the last call. */
  scan(places: ValueLocations): void {
    if (this.damage !== undefined) return
    const { size } = this.stats()
    if (size < this.scanned) this.damage = `expected ${this.scanned} bytes, found ${size}`
    while (this.scanned + HEADER_BYTES <= size && this.#scanBatch(places, size)) {
      // Continues with the next batch.
    }
  }

  /** Scans one batch; returns false if there is no complete batch. */
  #scanBatch(places: ValueLocations, size: number): boolean {
    const start = this.scanned
    const header = this.#read(start, Buffer.alloc(HEADER_BYTES))
    const decoded = header && decodeHeader(header)
    if (header === undefined || decoded === undefined) return this.#setDamage(start)
    const { tableBytes, valueBytes } = decoded
    const tableAt = start + HEADER_BYTES
    const end = tableAt + tableBytes + valueBytes
    // The batch is still being written, or its writer was killed.
    if (end > size) return false
    const table = this.#read(tableAt, Buffer.alloc(tableBytes))
    if (table === undefined || !isWhole(header, table)) return this.#setDamage(start)
    places.add(this.number, table, tableAt + tableBytes)
    this.scanned = end
    return true
  }

  #setDamage(at: number): false {
    this.damage = `expected a batch of values at byte ${at}`
    return false
  }

  /** Returns whether the first and last byte can still be read. */
  isIntact(): boolean {
    if (this.scanned === 0) return true
    const header = this.#read(0, Buffer.alloc(HEADER_BYTES))
    return (
      header !== undefined &&
      decodeHeader(header) !== undefined &&
      this.stats().size >= this.scanned
    )
  }

  /** Reads the bytes at a location, into `buffer` if they fit; undefined if the file ends earlier. */
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

/** Opens a file for writing; undefined if it is read-only. */
function openWritable(path: string): number | undefined {
  try {
    return openSync(path, O_RDWR | O_APPEND)
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return undefined
    throw error
  }
}
