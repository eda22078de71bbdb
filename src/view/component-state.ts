import { withoutCredentials } from '../address.ts'
import { oncePer } from '../cache.ts'
import type { ComponentConfig } from '../config/config.ts'
import type { Commit, Completeness, LastChange, Person } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { Alert, Component } from '../model/model.ts'
import type { ComponentContent } from '../reading/translation-file.ts'

/** What is known about a component now. Of its history, a view shows only how complete it is. */
export interface ComponentState<
  History = { readonly timeline: { readonly completeness: Completeness } },
> {
  readonly commit: Commit | undefined
  readonly branch: string
  /** Without credentials. */
  readonly repo: string
  readonly repository?: Repository | undefined
  /** The component's files as read. */
  readonly files?: ComponentContent | undefined
  /** When reading began, in `performance.now()`. */
  readonly since?: number | undefined
  /** The component's files with the findings of its project's checks; as read if checking failed. */
  readonly content: ComponentContent | undefined
  /** Problems of the repository, besides those of its files. */
  readonly alert: Alert | undefined
  /** Why its project cannot be checked. */
  readonly checkAlert?: Alert | undefined
  /** The commit that last changed each file, or those it is paired with, by file name; undefined until known. */
  readonly lastChanges: ReadonlyMap<string, LastChange> | undefined
  /** History of `commit`; undefined until known. */
  readonly history: History | undefined
  /** Derived from `history`. */
  readonly recent: Component['recent']
  readonly times: Component['times']
  /** Why the history cannot be read; undefined if it was read, or not tried yet. */
  readonly historyAlert: Alert | undefined
  /** Whether reading the history is finished: what is unknown now stays unknown. */
  readonly isHistorySettled: boolean
}

/** The unknown parts of a commit that was just read. */
export const NO_HISTORY = {
  lastChanges: undefined,
  history: undefined,
  recent: undefined,
  times: undefined,
  historyAlert: undefined,
  isHistorySettled: false,
} as const

/** A component about which nothing is known yet. */
export const nothingKnown: (config: ComponentConfig) => ComponentState<never> = oncePer(
  (config) => ({
    branch: config.branch,
    repo: withoutCredentials(config.repo),
    commit: undefined,
    content: undefined,
    alert: undefined,
    ...NO_HISTORY,
  }),
)

/** Returns whether units of a component are known, or why they are not. One without a repository has none. */
export function isRead({ vcs }: ComponentConfig, { content, alert }: ComponentState): boolean {
  return vcs === 'local' || content !== undefined || alert !== undefined
}

/** Returns whether the history of a component with read files is still being read. */
export function isHistoryAwaited({ content, isHistorySettled }: ComponentState): boolean {
  return content !== undefined && !isHistorySettled
}

/** Hides the authors of a component: times stay; names and addresses go, also those in a message's trailers. */
export function withoutPeople({ commit, lastChanges, ...state }: ComponentState): ComponentState {
  const nameless = (person: Person): Person => ({ ...person, name: '', email: '' })
  return {
    ...state,
    commit: commit && {
      ...commit,
      author: nameless(commit.author),
      committer: nameless(commit.committer),
      message: commit.message.replace(/^[a-z-]+-by:.*\n?/gim, ''),
    },
    lastChanges:
      lastChanges &&
      new Map(
        Array.from(lastChanges, ([name, last]) => [
          name,
          { ...last, author: nameless(last.author) },
        ]),
      ),
  }
}
