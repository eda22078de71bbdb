import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Progress } from '../../engine/work.ts'
import type { HistoryRows, WalkMode } from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import type { Component } from '../model.ts'
import type { EntryFilter, Wanted } from './changes/wanted.ts'
import type { Timeline } from './timeline/timeline.ts'
import type { UnitInFile, Written } from './unit-history/revision.ts'

/** What is derived from histories and then kept in the store, by the name under which worker threads know it. */
export type Derivation =
  /** See `deriveStates`. */
  | { readonly name: 'states' }
  /** See `findRecentChanges`. */
  | { readonly name: 'recent' }
  /** What every step logged. */
  | { readonly name: 'runs' }
  /** See `readSecond`: of the component at this place, or of all. */
  | (Wanted & {
      readonly name: 'second'
      readonly seconds: number
      readonly place: string | undefined
      readonly filter: EntryFilter
    })
  /** See `readUnitHistory`. */
  | { readonly name: 'unit'; readonly unit: UnitInFile }
  /** See `readEffects`; the index of a step. */
  | { readonly name: 'effects'; readonly step: number; readonly language: string | undefined }
  /** See `FindWriters`. */
  | { readonly name: 'writers'; readonly written: readonly Written[] }
  /** See `knownUnitTimes`: of the component at this place (`project/component`) among all of its repository. */
  | { readonly name: 'times'; readonly of: string }
  /** See `findOutdated`; the languages that are looked at. */
  | {
      readonly name: 'outdated'
      readonly languages: readonly string[]
      readonly baseline: number
    }
  /** See `creditsOf`: times in seconds since 1970, inclusive. */
  | {
      readonly name: 'credits'
      readonly from?: number | undefined
      readonly to?: number | undefined
      readonly languageCode?: string | undefined
    }
  /** See `countProject`; its key, and a step for each component, by its path in the project. */
  | {
      readonly name: 'trend'
      readonly key: string
      readonly steps: Readonly<Record<string, number>>
    }

/** A component's history at a commit, as far as another thread needs to know it. */
export interface DeriveInput {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly history: {
    readonly repository: Repository
    readonly timeline: Pick<Timeline, 'tip'>
    rows(mode: WalkMode): Promise<HistoryRows>
  }
}

export function inputOf<History extends DeriveInput['history']>({
  component,
  history,
}: {
  readonly component: Component
  readonly history: History
}): DeriveInput & { readonly history: History } {
  return { config: component.config, project: component.project.config, history }
}

interface DeriveOptions {
  readonly signal?: AbortSignal | undefined
  readonly progress?: Progress | undefined
}

/**
 * Runs work that keeps what it finds in the store: where it takes long first in a worker thread, which does what the
 * derivation says, then here with what that has found. Rejects as the work does, and when the signal is aborted.
 */
export type Derive = <T>(
  derivation: Derivation,
  inputs: readonly DeriveInput[],
  work: () => T,
  options?: DeriveOptions,
) => Promise<T>

/** Runs it in this thread, as in commands, where nothing else waits. */
export const deriveHere: Derive = async (_derivation, _inputs, work) => work()
