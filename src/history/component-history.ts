import type { PreviousSources } from '../checking/needs-edit.ts'
import type { AskOptions } from '../engine/engine.ts'
import type { Tools, Work } from '../engine/work.ts'
import type { HistoryRows, WalkMode } from '../git/history/history.ts'
import type { Repository } from '../git/repository.ts'
import type { Component } from '../model/model.ts'
import type { Store } from '../store/store.ts'
import type { ComponentLog } from './changes/component-log.ts'
import type { HistoryLocation, Past } from './past.ts'

/**
 * How much of the history to read: nothing, what states and outdated strings need, or everything, which adds who
 * changed what last and how much changed recently.
 */
export type HistoryScope = 'none' | 'states' | 'all'

/** The history behind a commit of a component. */
export interface ComponentHistory extends Past {
  readonly repository: Repository
  /**
   * Units that need editing although their files cannot say so, by language and context, with the sources they were
   * translated from. Undefined if states are those of the files.
   */
  readonly outdated: PreviousSources | undefined
  /** Returns the same after a step of the timeline; with `mirror` it is known only after the last step. */
  outdatedAt(step: number): PreviousSources | undefined
  readonly log: ComponentLog
  readonly store: Store
  readonly ask: AskHistories
  /** Returns the rows of the component's files behind the served commit. Rejects with RepositoryError. */
  rows(mode: WalkMode): Promise<HistoryRows>
}

/** A component with a known history. */
export interface LoggedComponent {
  readonly component: Component
  readonly history: ComponentHistory
}

/** A step of its timeline, by index. */
export interface LoggedStep extends LoggedComponent {
  readonly step: number
}

/** A question about the histories of some components, answered by a worker. All is copied between threads. */
export interface HistoryWork<Args, Result, Own = LoggedComponent>
  extends Work<{ readonly places: readonly HistoryLocation[]; readonly args: Args }, Result> {
  readonly find: (
    logged: readonly Own[],
    args: Args,
    tools: Pick<Tools, 'store' | 'progress'>,
  ) => Result | Promise<Result>
}

/** The client that asks, and how to answer it. */
export type HistoryAskOptions = Pick<AskOptions, 'client' | 'signal' | 'progress' | 'background'>

/**
 * Asks a worker. Commands, and histories with files on disk, are answered in this thread. Rejects as the work does, and
 * with the signal's reason.
 */
export type AskHistories = <Args, Result, Own extends Pick<LoggedComponent, 'history'>>(
  work: HistoryWork<Args, Result, Own>,
  logged: readonly Own[],
  args: Args,
  options?: HistoryAskOptions,
) => Promise<Result>

/** Returns the history of a component in some view; undefined until it is read. */
export type HistoryOf = (component: Component) => ComponentHistory | undefined
