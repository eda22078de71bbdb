import { OidTable } from './oid-table.ts'

/** A change of one file by a commit, compared with its first parent; a root commit, with the empty tree. */
export interface IndexedRow {
  readonly path: string
  /** Blob id; `''` if there is no file. `old` equals `new` if only the mode changed. */
  readonly old: string
  readonly new: string
  /** For an added file, the path at which the commit removed the same blob; otherwise `''`. */
  readonly from: string
}

/** A commit in the index. */
export interface IndexedCommit {
  readonly oid: string
  /** Commit time in seconds since 1970. */
  readonly timestamp: number
  /** Positions of the parents in the index, where parents come before children. */
  readonly parents: readonly number[]
  /** Whether a shallow clone ends here. Such a commit has no rows, since its parents are missing. */
  readonly isShallow: boolean
  /** Changes of all groups, in Git's order of paths. */
  readonly rows: readonly IndexedRow[]
}

/** Shared by all commits without rows: in a long history, most commits change no file of any group. */
const NO_ROWS: readonly IndexedRow[] = []
const NO_PARENT = -1

/** Commits by position, stored in columns: a million commits as objects would exceed a thread's memory. */
export class CommitColumns {
  readonly #oids = new OidTable()
  readonly #timestamps: number[] = []
  readonly #firstParents: number[] = []
  /** All parents of merge commits. */
  readonly #parents = new Map<number, readonly number[]>()
  readonly #shallow = new Set<number>()
  readonly #rows = new Map<number, readonly IndexedRow[]>()

  get length(): number {
    return this.#oids.length
  }

  add({ oid, timestamp, parents, isShallow, rows }: IndexedCommit): void {
    const place = this.#oids.add(oid)
    this.#timestamps[place] = timestamp
    this.#firstParents[place] = parents[0] ?? NO_PARENT
    if (parents.length > 1) this.#parents.set(place, parents)
    if (isShallow) this.#shallow.add(place)
    if (rows.length > 0) this.#rows.set(place, rows)
  }

  /** Returns the position of a commit; undefined if it is not among these. */
  placeOf(oid: string): number | undefined {
    return this.#oids.placeOf(oid)
  }

  oidAt(place: number): string {
    return this.#oids.at(place)
  }

  parentsAt(place: number): readonly number[] {
    const first = this.#firstParents[place] ?? NO_PARENT
    return this.#parents.get(place) ?? (first === NO_PARENT ? [] : [first])
  }

  rowsAt(place: number): readonly IndexedRow[] {
    return this.#rows.get(place) ?? NO_ROWS
  }

  isShallowAt(place: number): boolean {
    return this.#shallow.has(place)
  }

  /** Returns the commits at which a shallow clone ends. */
  shallow(): readonly string[] {
    return [...this.#shallow].map((place) => this.oidAt(place))
  }

  at(place: number): IndexedCommit {
    return {
      oid: this.oidAt(place),
      timestamp: this.#timestamps[place]!,
      parents: this.parentsAt(place),
      isShallow: this.isShallowAt(place),
      rows: this.rowsAt(place),
    }
  }

  slice(start = 0, end = this.length): IndexedCommit[] {
    const length = Math.max(0, Math.min(end, this.length) - start)
    return Array.from({ length }, (_, index) => this.at(start + index))
  }
}
