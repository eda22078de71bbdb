/** Numbers for 64-bit hashes, from 0 in the order in which they come first. */
export interface HashNumbers {
  /** The hash's number, a new one when it was not there. */
  add(low: number, high: number): number
  /** The hash's number, -1 when it is not there. */
  find(low: number, high: number): number
  /** How many different hashes there are. */
  count(): number
  /** The halves of the hash with a number. */
  hashOf(number: number): { readonly low: number; readonly high: number }
}

/** An open-addressing table for at most `capacity` hashes, half full at most. */
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
    count: () => count,
    hashOf: (number) => ({ low: halves[2 * number] ?? 0, high: halves[2 * number + 1] ?? 0 }),
  }
}
