/** Returns how many bytes are equal from these offsets on. */
export function sameBytes(a: Buffer, aAt: number, b: Buffer, bAt: number): number {
  let same = 0
  let most = Math.min(a.length - aAt, b.length - bAt)
  for (let size = 64; same < most; ) {
    size = Math.min(size, most - same)
    const [from, at] = [aAt + same, bAt + same]
    if (a.compare(b, at, at + size, from, from + size) === 0) {
      same += size
      size *= 2
    } else {
      most = same + size - 1
      size = Math.max(1, size >> 1)
    }
  }
  return same
}
