import { bufferOver } from '../../text.ts'
import type { Completeness } from '../commit.ts'
import type { Walk } from './walk.ts'

/** A change of one file by a commit; a blob is undefined if there is no file. */
export interface HistoryRow {
  readonly commit: string
  /** Commit time in seconds since 1970. */
  readonly timestamp: number
  readonly path: string
  /** Blob ids. They are equal if only the mode changed. */
  readonly old: string | undefined
  readonly new: string | undefined
  /** For an added file, the path at which the commit removed the same blob. */
  readonly from: string | undefined
}

/** Rows in walk order, stored in about 60 bytes each and decoded when they are read. */
export interface HistoryRows extends Iterable<HistoryRow> {
  readonly length: number
  /** How much of the history this walk covered. */
  readonly history: Completeness
  /** Commits at which a shallow clone ends. They have no rows, since their parents are missing. */
  readonly boundary: readonly string[]
}

/** Rows in columns, as threads exchange them. */
export interface RowColumns {
  /** Commit ids of 20 bytes each. */
  readonly commits: Uint8Array<ArrayBuffer>
  readonly timestamps: Float64Array<ArrayBuffer>
  /** Blob ids of 20 bytes each; the first stands for no blob. */
  readonly blobs: Uint8Array<ArrayBuffer>
  /** The first path is `''`, which stands for no path. */
  readonly paths: readonly string[]
  /** Five numbers a row: positions of its commit, path, old blob, new blob and former path. */
  readonly rows: Uint32Array<ArrayBuffer>
  readonly boundary: readonly { readonly oid: string; readonly timestamp: number }[]
}

const ROW_FIELDS = 5

/** Packs the rows of a walk into columns. */
export function packRows({ commits, boundary }: Walk): RowColumns {
  const blobs = new Map([['0'.repeat(40), 0]])
  const paths = new Map([['', 0]])
  const rows: number[] = []
  for (const [index, commit] of commits.entries()) {
    for (const { path, old, new: next, from } of commit.rows) {
      const [oldPlace, newPlace] = [old, next].map((oid) => (oid === '' ? 0 : placeIn(blobs, oid)))
      rows.push(index, placeIn(paths, path), oldPlace ?? 0, newPlace ?? 0, placeIn(paths, from))
    }
  }
  return {
    commits: packOids(commits.map(({ commit }) => commit.oid)),
    timestamps: Float64Array.from(commits, ({ commit }) => commit.timestamp),
    blobs: packOids([...blobs.keys()]),
    paths: [...paths.keys()],
    rows: Uint32Array.from(rows),
    boundary: boundary.map(({ oid, timestamp }) => ({ oid, timestamp })),
  }
}

/** Returns rows that are decoded from columns. */
export function createRows(columns: RowColumns): HistoryRows {
  const { timestamps, paths, rows, boundary } = columns
  const [commits, blobs] = [bufferOver(columns.commits), bufferOver(columns.blobs)]
  const blobAt = (place: number) => (place === 0 ? undefined : oidAt(blobs, place))
  const since = boundary.reduce((since, { timestamp }) => Math.max(since, timestamp), 0)
  return {
    length: rows.length / ROW_FIELDS,
    history: boundary.length === 0 ? { complete: true } : { complete: false, since },
    boundary: boundary.map(({ oid }) => oid),
    *[Symbol.iterator]() {
      for (let start = 0; start < rows.length; start += ROW_FIELDS) {
        const commit = rows[start]!
        const from = rows[start + 4]!
        yield {
          commit: oidAt(commits, commit),
          timestamp: timestamps[commit]!,
          path: paths[rows[start + 1]!]!,
          old: blobAt(rows[start + 2]!),
          new: blobAt(rows[start + 3]!),
          from: from === 0 ? undefined : paths[from]!,
        }
      }
    },
  }
}

/** Returns the place of a value among others, appending the value if it is new. */
export function placeIn(places: Map<string, number>, value: string): number {
  const existing = places.get(value)
  if (existing !== undefined) return existing
  places.set(value, places.size)
  return places.size - 1
}

function packOids(oids: readonly string[]): Uint8Array<ArrayBuffer> {
  // Copied, since a slice of Node's buffer pool cannot be transferred.
  return new Uint8Array(Buffer.from(oids.join(''), 'hex'))
}

function oidAt(oids: Buffer, place: number): string {
  return oids.toString('hex', place * 20, place * 20 + 20)
}
