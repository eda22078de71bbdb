import { withoutCredentials } from '../../address.ts'
import { oncePer } from '../../cache.ts'
import type { ComponentConfig } from '../../config/config.ts'
import type { Commit, LastChange } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import type { ComponentHistory } from '../history/component-history.ts'
import type { Alert, Component } from '../model.ts'
import type { ComponentContent } from '../reading/translation-file.ts'

/** What is known of a component now. */
export interface ComponentState {
  readonly commit: Commit | undefined
  readonly branch: string
  /** Without credentials. */
  readonly repo: string
  /** Where its files are. */
  readonly repository?: Repository | undefined
  /** Its files as they were read. */
  readonly files?: ComponentContent | undefined
  /** When they began to be read, in `performance.now()`. */
  readonly since?: number | undefined
  /** The same with what the checks of its project found; as they were read where checking failed. */
  readonly content: ComponentContent | undefined
  /** The repository's own trouble, beside that of its files. */
  readonly alert: Alert | undefined
  /** Why its project cannot be checked. */
  readonly checkAlert?: Alert | undefined
  /** By file name: the commit that last changed it or what it is paired with; undefined while that is not known. */
  readonly lastChanges: ReadonlyMap<string, LastChange> | undefined
  /** Of `commit`; undefined while it is not known. */
  readonly history: ComponentHistory | undefined
  /** Derived from `history`. */
  readonly recent: Component['recent']
  readonly times: Component['times']
  /** Why the history cannot be read; undefined where it was, and before. */
  readonly historyAlert: Alert | undefined
  /** Whether all was tried to read the history: what is not known of it now stays unknown. */
  readonly isHistorySettled: boolean
}

/** What is not known yet when a commit has just been read. */
export const NO_HISTORY = {
  lastChanges: undefined,
  history: undefined,
  recent: undefined,
  times: undefined,
  historyAlert: undefined,
  isHistorySettled: false,
} as const

/** A component that nothing is known of yet. */
export const nothingKnown: (config: ComponentConfig) => ComponentState = oncePer((config) => ({
  ...{ branch: config.branch, repo: withoutCredentials(config.repo) },
  ...{ commit: undefined, content: undefined, alert: undefined },
  ...NO_HISTORY,
}))

/** Whether something is known of a component: its units, or why they are not. A component without a repository has none. */
export function isRead({ vcs }: ComponentConfig, { content, alert }: ComponentState): boolean {
  return vcs === 'local' || content !== undefined || alert !== undefined
}

/** Whether the history of a component whose files were read is still being read. */
export function isHistoryAwaited({
  content,
  isHistorySettled,
}: Pick<ComponentState, 'content' | 'isHistorySettled'>): boolean {
  return content !== undefined && !isHistorySettled
}
