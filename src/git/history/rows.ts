import type { Completeness } from '../commit.ts'
import type { Walk } from './walk.ts'

/** What a commit did to a file; blobs are undefined for no file. */
export interface HistoryRow {
  readonly commit: string
  /** When it was committed, in seconds since 1970. */
  readonly timestamp: number
  readonly path: string
  /** Equal when only the mode changed. */
  readonly old: string | undefined
  readonly new: string | undefined
  /** Of an added file: the path at which the commit removed the same blob. */
  readonly from: string | undefined
}

/** Rows in the order of their walk, each made when it is read: they take about 60 bytes a row. */
export interface HistoryRows extends Iterable<HistoryRow> {
  readonly length: number
  /** For this walk. */
  readonly history: Completeness
  /** Commits at which a shallow clone ends: without their parents they have no rows. */
  readonly boundary: readonly string[]
  /** Throws RangeError outside of 0 to `length` - 1. */
  at(index: number): HistoryRow
}

/** Rows as they go from thread to thread. */
export interface RowColumns {
  /** 20 bytes each. */
  readonly commits: Uint8Array<ArrayBuffer>
  readonly timestamps: Float64Array<ArrayBuffer>
  /** 20 bytes each, the first for no blob. */
  readonly blobs: Uint8Array<ArrayBuffer>
  /** The first is `''`. */
  readonly paths: readonly string[]
  /** Five a row: places of its commit, path, old and new blob and former path. */
  readonly rows: Uint32Array<ArrayBuffer>
  readonly boundary: readonly { readonly oid: string; readonly timestamp: number }[]
}

const ROW_FIELDS = 5

/** The rows of a walk. */
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

/** Rows over columns. */
export function createRows(columns: RowColumns): HistoryRows {
  const { timestamps, paths, rows, boundary } = columns
  const [commits, blobs] = [bufferOver(columns.commits), bufferOver(columns.blobs)]
  const length = rows.length / ROW_FIELDS
  const blobAt = (place: number) => (place === 0 ? undefined : oidAt(blobs, place))

  function at(index: number): HistoryRow {
    const start = index * ROW_FIELDS
    const commit = rows[start]
    if (commit === undefined) throw new RangeError(`row ${index}: there are ${length}`)
    const from = rows[start + 4]!
    return {
      commit: oidAt(commits, commit),
      timestamp: timestamps[commit]!,
      path: paths[rows[start + 1]!]!,
      old: blobAt(rows[start + 2]!),
      new: blobAt(rows[start + 3]!),
      from: from === 0 ? undefined : paths[from]!,
    }
  }

  return iterable({
    length,
    history:
      boundary.length === 0
        ? { complete: true }
        : {
            complete: false,
            since: boundary.reduce((since, { timestamp }) => Math.max(since, timestamp), 0),
          },
    boundary: boundary.map(({ oid }) => oid),
    at,
  })
}

/** Rows that can be gone through in their order. */
export function iterable(rows: Omit<HistoryRows, typeof Symbol.iterator>): HistoryRows {
  return {
    ...rows,
    *[Symbol.iterator]() {
      for (let index = 0; index < rows.length; index++) yield rows.at(index)
    },
  }
}

function placeIn(places: Map<string, number>, value: string): number {
  const existing = places.get(value)
  if (existing !== undefined) return existing
  places.set(value, places.size)
  return places.size - 1
}

function packOids(oids: readonly string[]): Uint8Array<ArrayBuffer> {
  // Copied, as a part of Node's pool cannot be transferred.
  return new Uint8Array(Buffer.from(oids.join(''), 'hex'))
}

function bufferOver({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function oidAt(oids: Buffer, place: number): string {
  return oids.toString('hex', place * 20, place * 20 + 20)
}
