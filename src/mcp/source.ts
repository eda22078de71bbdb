import type { Sides } from '../facts/differences.ts'
import type { Selection } from '../facts/selection.ts'
import type { HistoryPart } from '../facts/unit-history.ts'
import type { OutdatedRows } from '../history/states/outdated.ts'
import type { FindUnitLocations } from '../reading/unit-places.ts'

/** What a tool reads. */
export interface ToolPart extends HistoryPart {
  /** Outdated units; undefined unless requested. */
  readonly outdated: OutdatedRows | undefined
  readonly findPlaces: FindUnitLocations
}

/** What to read; `needs` the history also for states that depend on it. */
export interface PartOptions extends Selection {
  readonly ref?: string | undefined
  readonly needs: 'units' | 'history' | 'outdated'
}

/** The two refs to read. */
export interface SidesOptions extends Selection {
  readonly base: string
  /** Default: the files on disk if there is a work tree, otherwise `HEAD`; on a server what is served. */
  readonly head?: string | undefined
  /** Whether the history is needed, as in reviews. */
  readonly wantsHistory: boolean
}

/** Where tools read: a repository, or the part of a server that a user may see. */
export interface ToolSource {
  /** Reads the selected part at a ref for as long as `use` needs it. Rejects with UsageError and NotFoundError. */
  read<T extends object>(options: PartOptions, use: (part: ToolPart) => T | Promise<T>): Promise<T>
  /** Reads the selected part at two refs, like `read`. */
  readSides<T extends object>(options: SidesOptions, use: (sides: Sides) => Promise<T>): Promise<T>
}
