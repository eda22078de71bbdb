/** The objects of a pack in the order of the pack. */
export interface PackedObjects {
  readonly count: number
  readonly offsets: Uint32Array
  /** The ids, 20 bytes each. */
  readonly oids: Buffer
}

/** The places of the ids that are wanted, in the order of the ids. */
export function sortByOid(
  oids: Buffer,
  isWanted: (i: number) => boolean = () => true,
): Uint32Array {
  const places = new Uint32Array(oids.length / 20).map((_, i) => i).filter(isWanted)
  return places.sort((a, b) => oids.compare(oids, b * 20, b * 20 + 20, a * 20, a * 20 + 20))
}

/** Looks up the places of whole objects by id. */
export function createLookUp(
  { oids }: PackedObjects,
  isWhole: (i: number) => boolean,
): (oid: Buffer, at: number) => number | undefined {
  const order = sortByOid(oids, isWhole)
  return (oid, at) => {
    let low = 0
    let end = order.length
    while (low < end) {
      const middle = (low + end) >>> 1
      const place = order[middle] ?? 0
      const compared = oids.compare(oid, at, at + 20, place * 20, place * 20 + 20)
      if (compared === 0) return place
      if (compared < 0) low = middle + 1
      else end = middle
    }
    return undefined
  }
}
