/** Where a value is: in which file, from which byte on, and how many bytes. */
export interface ValueLocation {
  readonly file: number
  readonly at: number
  readonly bytes: number
}

/** Of a slot: both halves of the hash, and what `Place` has. In a free one the file is 0. */
const WORDS = 5
const FIRST_SLOTS = 1024

/**
 * Places by the 64-bit hash of a key: a table with open addressing. Each thread has one of all values, and a place takes 40 to
 * 80 bytes of it, half of what it takes in a `Map`.
 */
export class ValueLocations {
  #table = new Uint32Array(FIRST_SLOTS * WORDS)
  #count = 0

  get(high: number, low: number): ValueLocation | undefined {
    const slot = this.#slotOf(high, low)
    return this.#table[slot + 2] === 0 ? undefined : placeIn(this.#table, slot)
  }

  /** Replaces the place that the hash had. Files are numbered from 1. */
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

  /** Forgets the places in a file. */
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

  /** The slot of a hash, or the free one where it belongs: at least half of them are free. */
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
