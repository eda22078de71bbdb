/** Numbers 64-bit hashes from 0, in the order they are added. */
export interface HashNumbers {
  /** Returns the number of a hash, adding the hash if it is new. */
  add(low: number, high: number): number
  /** Returns the number of a hash; -1 if it was never added. */
  find(low: number, high: number): number
  /** Returns both halves of the hash with a number. */
  hashOf(number: number): { readonly low: number; readonly high: number }
}

/** Returns an open-addressing table for at most `capacity` hashes, which is at most half full. */
export function createHashNumbers(capacity: number): HashNumbers {
  let size = 4
  while (size < 2 * capacity) size *= 2
  const mask = size - 1
  const slots = new Int32Array(size).fill(-1)
  const halves = new Uint32Array(2 * capacity)
  let count = 0
  const slotOf = (low: number, high: number): number => {
    let slot = (low ^ Math.imul(high, 0x9e3779b1)) & mask
    for (;;) {
      const number = slots[slot] ?? -1
      if (number < 0) return slot
      if (halves[2 * number] === low >>> 0 && halves[2 * number + 1] === high >>> 0) return slot
      slot = (slot + 1) & mask
    }
  }
  return {
    add(low, high) {
      const slot = slotOf(low, high)
      const existing = slots[slot] ?? -1
      if (existing >= 0) return existing
      slots[slot] = count
      halves[2 * count] = low
      halves[2 * count + 1] = high
      return count++
    },
    find: (low, high) => slots[slotOf(low, high)] ?? -1,
    hashOf: (number) => ({ low: halves[2 * number] ?? 0, high: halves[2 * number + 1] ?? 0 }),
  }
}
