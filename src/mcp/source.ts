import type { AskAbout } from '../catalog/component-work.ts'
import type { HistoryOf } from '../catalog/history/component-history.ts'
import type { People } from '../catalog/history/people/people.ts'
import type { OutdatedRows } from '../catalog/history/states/outdated-rows.ts'
import type { FindUnitLocations } from '../catalog/unit-places.ts'
import type { Sides } from '../facts/differences.ts'
import type { Selected, Selection } from '../facts/selection.ts'

/** What a tool reads. */
export interface ToolPart {
  readonly selected: readonly Selected[]
  /** Undefined if it was not asked for. */
  readonly outdated: OutdatedRows | undefined
  readonly askAbout: AskAbout
  readonly findPlaces: FindUnitLocations
  readonly historyOf: HistoryOf
  readonly people: People
}

interface PartOptions extends Selection {
  /** Branch, tag or commit. */
  readonly ref?: string | undefined
  readonly needs: 'units' | 'history' | 'outdated'
}

interface SidesOptions extends Selection {
  readonly base: string
  readonly head?: string | undefined
  readonly wantsHistory: boolean
}

/** Where tools find what they are asked about: a repository, or what somebody sees of a server. */
export interface ToolSource {
  /** Reads the selected part at a ref, for as long as `use` needs it. Rejects with UsageError and NotFoundError. */
  read<T extends object>(options: PartOptions, use: (part: ToolPart) => T | Promise<T>): Promise<T>
  /** The same at two refs. */
  readSides<T extends object>(options: SidesOptions, use: (sides: Sides) => Promise<T>): Promise<T>
}
