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
    const slot = this.#slotOf(high, low)
    return this.#table[slot + 2] === 0 ? undefined : placeIn(this.#table, slot)
  }

  /** Sets the location of a hash, replacing any other. File numbers start at 1. */
  set(high: number, low: number, { file, at, bytes }: ValueLocation): void {
    const slot = this.#slotOf(high, low)
    const table = this.#table
    if (table[slot + 2] === 0) this.#count++
    table[slot] = high
    table[slot + 1] = low
    table[slot + 2] = file
    table[slot + 3] = at
    table[slot + 4] = bytes
    if (this.#count * 2 * WORDS > table.length) this.#rebuild(2 * table.length)
  }

  /** Removes all locations in a file. */
  forget(file: number): void {
    this.#rebuild(this.#table.length, file)
  }

  #rebuild(length: number, forgotten = 0): void {
    const before = this.#table
    this.#table = new Uint32Array(length)
    this.#count = 0
    for (let slot = 0; slot < before.length; slot += WORDS) {
      const place = placeIn(before, slot)
      if (place.file === 0 || place.file === forgotten) continue
      this.set(before[slot] ?? 0, before[slot + 1] ?? 0, place)
    }
  }

  /** Returns the slot of a hash, or the free slot where it belongs. At least half of all slots are free. */
  #slotOf(high: number, low: number): number {
    const table = this.#table
    let slot = (low % (table.length / WORDS)) * WORDS
    while (table[slot + 2] !== 0 && (table[slot] !== high || table[slot + 1] !== low)) {
      slot += WORDS
      if (slot === table.length) slot = 0
    }
    return slot
  }
}

function placeIn(table: Uint32Array, slot: number): ValueLocation {
  return { file: table[slot + 2] ?? 0, at: table[slot + 3] ?? 0, bytes: table[slot + 4] ?? 0 }
}
