const OID_BYTES = 20

/** Object ids in the order they were added, packed: as strings in a Map they would take several times the memory. */
export class OidTable {
  #bytes = Buffer.alloc(16 * OID_BYTES)
  /** Hash table from the first bytes of an id to its position plus one; 0 marks a free slot. At most half full. */
  #slots = new Int32Array(32)
  #length = 0
  readonly #asked = Buffer.alloc(OID_BYTES)

  get length(): number {
    return this.#length
  }

  /** Returns the position of an id; undefined if it was never added. */
  placeOf(oid: string): number | undefined {
    const place = this.#slots[this.#slotOf(oid)]! - 1
    return place < 0 ? undefined : place
  }

  /** Returns the position of an id, appending the id if it is new. */
  add(oid: string): number {
    const existing = this.placeOf(oid)
    if (existing !== undefined) return existing
    if (2 * (this.#length + 1) > this.#slots.length) this.#grow()
    this.#slots[this.#slotOf(oid)] = this.#length + 1
    this.#asked.copy(this.#bytes, this.#length * OID_BYTES)
    return this.#length++
  }

  at(place: number): string {
    return this.#bytes.toString('hex', place * OID_BYTES, (place + 1) * OID_BYTES)
  }

  /** Returns the slot that holds an id, or else the free slot where it belongs. */
  #slotOf(oid: string): number {
    this.#asked.write(oid, 'hex')
    const start = this.#asked.readUInt32LE(0)
    for (
      let slot = start & (this.#slots.length - 1);
      ;
      slot = (slot + 1) & (this.#slots.length - 1)
    ) {
      const at = (this.#slots[slot]! - 1) * OID_BYTES
      if (at < 0) return slot
      const isSame =
        this.#bytes.readUInt32LE(at) === start &&
        this.#bytes.compare(this.#asked, 0, OID_BYTES, at, at + OID_BYTES) === 0
      if (isSame) return slot
    }
  }

  #grow(): void {
    this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)])
    this.#slots = new Int32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let place = 0; place < this.#length; place++) {
      let slot = this.#bytes.readUInt32LE(place * OID_BYTES) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = place + 1
    }
  }
}
