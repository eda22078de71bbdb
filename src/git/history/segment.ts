import type { IndexedCommit, IndexSegment } from './commit-index.ts'

/** Raise it whenever `encodeSegment` writes something else, or an index holds something else. */
export const SEGMENT_VERSION = 1

/** An extension as bytes that a store keeps and threads hand over. */
export function encodeSegment(segment: IndexSegment): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(packSegment(segment)))
}

/** The extension that `encodeSegment` wrote. */
export function decodeSegment(bytes: Uint8Array): IndexSegment {
  return unpackSegment(JSON.parse(new TextDecoder().decode(bytes)) as PackedSegment)
}

/** Numbers instead of repeated texts; lists instead of objects. */
interface PackedSegment {
  readonly tips: readonly string[]
  readonly formerPaths: readonly string[]
  readonly paths: readonly string[]
  readonly blobs: readonly string[]
  readonly commits: readonly PackedCommit[]
}

type PackedCommit = readonly [
  oid: string,
  timestamp: number,
  parents: readonly number[],
  isShallow: 0 | 1,
  /** Four a row: path, old blob, new blob, former path. */
  rows: readonly number[],
]

function packSegment({ commits, tips, formerPaths }: IndexSegment): PackedSegment {
  const paths = new Map([['', 0]])
  const blobs = new Map([['', 0]])
  const placeIn = (places: Map<string, number>, value: string): number => {
    const place = places.get(value) ?? places.size
    if (place === places.size) places.set(value, place)
    return place
  }
  const packed = commits.map(
    ({ oid, timestamp, parents, isShallow, rows }): PackedCommit => [
      oid,
      timestamp,
      parents,
      isShallow ? 1 : 0,
      rows.flatMap((row) => [
        placeIn(paths, row.path),
        placeIn(blobs, row.old),
        placeIn(blobs, row.new),
        placeIn(paths, row.from),
      ]),
    ],
  )
  return { tips, formerPaths, paths: [...paths.keys()], blobs: [...blobs.keys()], commits: packed }
}

function unpackSegment({ tips, formerPaths, paths, blobs, commits }: PackedSegment): IndexSegment {
  const unpacked = commits.map(([oid, timestamp, parents, isShallow, numbers]): IndexedCommit => {
    const rows: IndexedCommit['rows'][number][] = []
    for (let at = 0; at < numbers.length; at += 4) {
      rows.push({
        path: paths[numbers[at]!]!,
        old: blobs[numbers[at + 1]!]!,
        new: blobs[numbers[at + 2]!]!,
        from: paths[numbers[at + 3]!]!,
      })
    }
    return { oid, timestamp, parents, isShallow: isShallow === 1, rows }
  })
  return { tips, formerPaths, commits: unpacked }
}
