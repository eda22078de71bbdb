import type { Commit, LastChange } from '../../git/commit.ts'
import type { ComponentTimes } from '../history/changes/unit-times.ts'
import type { ComponentHistory } from '../history/component-history.ts'
import type { Alert, Component } from '../model.ts'
import type { ComponentContent } from '../reading/translation-file.ts'

/** What is known of a component now. */
export interface ComponentState {
  readonly commit: Commit | undefined
  readonly branch: string
  /** Without credentials. */
  readonly repo: string
  readonly content: ComponentContent | undefined
  /** The repository's own trouble, beside that of its files. */
  readonly alert: Alert | undefined
  /** By file name: the commit that last changed it or what it is paired with; undefined while that is not known. */
  readonly lastChanges: ReadonlyMap<string, LastChange> | undefined
  /** Of `commit`; undefined while it is not known. */
  readonly history: ComponentHistory | undefined
  /** Derived from `history`. */
  readonly recent: Component['recent']
  readonly times: ComponentTimes | undefined
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

/** What is still being read of a component that has a repository. */
export function readingOf({
  content,
  alert,
  isHistorySettled,
}: Pick<ComponentState, 'content' | 'alert' | 'isHistorySettled'>): Component['reading'] {
  if (content === undefined) return alert === undefined ? 'files' : undefined
  return isHistorySettled ? undefined : 'history'
}
