import { ROW_BYTES } from './batch.ts'

/** Where a value is: the file's number, the offset and the size in bytes. */
export interface ValueLocation {
  readonly file: number
  readonly at: number
  readonly bytes: number
}

/** Words of a slot: both halves of the hash, and the fields of `ValueLocation`. A free slot has file 0. */
const WORDS = 5
const FIRST_SLOTS = 1024

/**
 * Locations by the 64-bit hash of a key, in an open-addressing hash table. Each thread has one for all values; a
 * location takes 40 to 80 bytes, half as much as in a `Map`.
 */
export class ValueLocations {
  #table = new Uint32Array(FIRST_SLOTS * WORDS)
  #count = 0

  get(high: number, low: number): ValueLocation | undefined {
    const table = this.#table
    const slot = slotOf(table, high, low)
    const file = table[slot + 2]!
    return file === 0 ? undefined : { file, at: table[slot + 3]!, bytes: table[slot + 4]! }
  }

  /**
   * Adds the values of a batch, which begin at byte `at` of a file, replacing any others of the same hash. `rows` is
   * the batch's table. File numbers start at 1. Runs for each value in a store at each start, so it makes no objects.
   */
  add(file: number, rows: Buffer, at: number): void {
    for (let row = 0; row < rows.length; row += ROW_BYTES) {
      const bytes = rows.readUInt32LE(row + 8)
      this.#set(rows.readUInt32LE(row), rows.readUInt32LE(row + 4), file, at, bytes)
      at += bytes
    }
  }

  /** Removes all locations in a file. */
  forget(file: number): void {
    this.#rebuild(this.#table.length, file)
  }

  #set(high: number, low: number, file: number, at: number, bytes: number): void {
    const table = this.#table
    const slot = slotOf(table, high, low)
    if (table[slot + 2] === 0) this.#count++
    table[slot] = high
    table[slot + 1] = low
    table[slot + 2] = file
    table[slot + 3] = at
    table[slot + 4] = bytes
    if (this.#count * 2 * WORDS > table.length) this.#rebuild(2 * table.length)
  }

  #rebuild(length: number, forgotten = 0): void {
    const before = this.#table
    this.#table = new Uint32Array(length)
    this.#count = 0
    for (let slot = 0; slot < before.length; slot += WORDS) {
      const file = before[slot + 2]!
      if (file === 0 || file === forgotten) continue
      this.#set(before[slot]!, before[slot + 1]!, file, before[slot + 3]!, before[slot + 4]!)
    }
  }
}

/** Returns the slot of a hash, or the free slot where it belongs. At least half of all slots are free. */
function slotOf(table: Uint32Array, high: number, low: number): number {
  let slot = (low % (table.length / WORDS)) * WORDS
  while (table[slot + 2] !== 0 && (table[slot] !== high || table[slot + 1] !== low)) {
    slot += WORDS
    if (slot === table.length) slot = 0
  }
  return slot
}
