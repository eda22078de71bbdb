import { OidTable } from './oid-table.ts'

/** What a commit did to a file, compared with its first parent; a root commit is compared with the empty tree. */
export interface IndexedRow {
  readonly path: string
  /** Blob ids; `''` for no file. Equal when only the mode changed. */
  readonly old: string
  readonly new: string
  /** Of an added file: the path at which the commit removed the same blob; else `''`. */
  readonly from: string
}

/** A commit in the index. */
export interface IndexedCommit {
  readonly oid: string
  /** When it was committed, in seconds since 1970. */
  readonly timestamp: number
  /** Their places in the index, in which parents come before children. */
  readonly parents: readonly number[]
  /** Whether a shallow clone ends here: without its parents the commit has no rows. */
  readonly isShallow: boolean
  /** In Git's order of paths; all groups together. */
  readonly rows: readonly IndexedRow[]
}

/** One for all: of a long history most commits change no file of a group. */
const NO_ROWS: readonly IndexedRow[] = []
const NO_PARENT = -1

/** Commits by their place, in columns: as objects a million of them were more than a thread may use. */
export class CommitColumns {
  readonly #oids = new OidTable()
  readonly #timestamps: number[] = []
  readonly #firstParents: number[] = []
  /** Of merges all parents. */
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

  /** Undefined for a commit that is not among them. */
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

  /** The commits at which a shallow clone ends. */
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

  /** From one place up to another. */
  slice(start = 0, end = this.length): IndexedCommit[] {
    const length = Math.max(0, Math.min(end, this.length) - start)
    return Array.from({ length }, (_, index) => this.at(start + index))
  }
}
