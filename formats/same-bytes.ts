/** Returns how many bytes are equal from these offsets on. */
export function sameBytes(one: Buffer, oneAt: number, other: Buffer, otherAt: number): number {
  let same = 0
  let most = Math.min(one.length - oneAt, other.length - otherAt)
  for (let size = 64; same < most; ) {
    size = Math.min(size, most - same)
    const [from, at] = [oneAt + same, otherAt + same]
    if (one.compare(other, at, at + size, from, from + size) === 0) {
      same += size
      size *= 2
    } else {
      most = same + size - 1
      size = Math.max(1, size >> 1)
    }
  }
  return same
}
