/**
 * Index of the first of `length` ordered items that does not come before what is looked for, found by halving; `length`
 * where all do.
 */
export function firstNotBefore(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
