import type { Codec } from '../../store/store.ts'
import { CommitColumns, type IndexedCommit, type IndexedRow } from './commit-columns.ts'
import type { IndexSegment } from './commit-index.ts'
import { placeIn } from './rows.ts'

/** Commits in one encoded part; a larger part would block the storing thread for too long. */
const MAX_COMMITS = 20_000

/** Encodes an extension in parts, which are stored and appended one after another. */
export function encodeParts(segment: IndexSegment): string[] {
  const { commits } = segment
  const parts: string[] = []
  for (let start = 0; start === 0 || start < commits.length; start += MAX_COMMITS) {
    parts.push(JSON.stringify(packSegment(segment, commits.slice(start, start + MAX_COMMITS))))
  }
  return parts
}

/** Stores parts of extensions. */
export const SEGMENTS: Codec<string, IndexSegment> = {
  encode: (part) => part,
  decode: (bytes) => unpackSegment(JSON.parse(bytes.toString('utf8'))),
}

/** A segment as JSON: numbers instead of repeated strings, arrays instead of objects. */
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
  /** Four numbers a row: path, old blob, new blob, former path. */
  rows: readonly number[],
]

function packSegment(
  { tips, formerPaths }: IndexSegment,
  commits: readonly IndexedCommit[],
): PackedSegment {
  const paths = new Map([['', 0]])
  const blobs = new Map([['', 0]])
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
  const unpacked = new CommitColumns()
  for (const [oid, timestamp, parents, isShallow, numbers] of commits) {
    const rows: IndexedRow[] = []
    for (let at = 0; at < numbers.length; at += 4) {
      rows.push({
        path: paths[numbers[at]!]!,
        old: blobs[numbers[at + 1]!]!,
        new: blobs[numbers[at + 2]!]!,
        from: paths[numbers[at + 3]!]!,
      })
    }
    unpacked.add({ oid, timestamp, parents, isShallow: isShallow === 1, rows })
  }
  return { tips, formerPaths, commits: unpacked }
}
