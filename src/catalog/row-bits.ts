/** Returns a bit for each of `count` rows: 1 for those given. Lists of rows would take 64 times as much memory. */
export function toBits(rows: Iterable<number>, count: number): Uint32Array {
  const bits = new Uint32Array(Math.ceil(count / 32))
  for (const row of rows) bits[row >>> 5]! |= 1 << (row & 31)
  return bits
}

/** Returns the rows of the bits that are 1, ascending. Skips words without one: a page may list one row of each translation. */
export function fromBits(bits: Uint32Array): number[] {
  const rows: number[] = []
  for (const [index, word] of bits.entries()) {
    for (let bit = 0; word >>> bit !== 0 && bit < 32; bit++) {
      if ((word >>> bit) & 1) rows.push(32 * index + bit)
    }
  }
  return rows
}
