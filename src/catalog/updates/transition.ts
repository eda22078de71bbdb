import type { ComponentHistory } from '../history/component-history.ts'
import type { Alert } from '../model.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import { type ComponentState, NO_HISTORY } from '../view/component-state.ts'

/** What is known of a component, and what of it is served. */
export interface EntryState {
  /** As its files were read last. */
  readonly latest: ComponentState
  /** As its project was checked last. */
  readonly served: ComponentState
}

/** What happens to a component. */
export type EntryChange =
  /** Its files were read at a commit; an alert is trouble of its repository beside that. */
  | ({ readonly type: 'read'; readonly content: ComponentContent } & Pick<
      ComponentState,
      'commit' | 'branch' | 'alert'
    >)
  | { readonly type: 'failed'; readonly alert: Alert }
  /** Its project was checked; an alert says why it could not be. */
  | ({ readonly type: 'checked' } & Pick<ComponentState, 'content' | 'alert'>)
  | { readonly type: 'historyLoaded'; readonly history: ComponentHistory }
  | { readonly type: 'historyFailed'; readonly alert: Alert }
  /** All was tried to read it. */
  | { readonly type: 'historySettled' }
  | {
      readonly type: 'lastChangesFound'
      readonly lastChanges: NonNullable<ComponentState['lastChanges']>
    }
  /** Something was derived from its history. */
  | {
      readonly type: 'derived'
      readonly history: ComponentHistory
      readonly found: Pick<ComponentState, 'recent'> | Pick<ComponentState, 'times'>
    }

/** The state after a change of the latest commit; the same object where it changes nothing. */
export function transition(state: EntryState, change: EntryChange): EntryState {
  const { latest, served } = state
  switch (change.type) {
    case 'read': {
      const { type: _, ...read } = change
      const isSame = read.commit?.oid === latest.commit?.oid
      const isKnown = isSame && read.content === latest.content
      if (isKnown && read.alert?.message === latest.alert?.message) return state
      return { served, latest: { ...latest, ...(isSame ? {} : NO_HISTORY), ...read } }
    }
    case 'failed': {
      const { alert } = change
      if (alert.message === latest.alert?.message) return state
      return { served, latest: { ...latest, alert } }
    }
    case 'checked': {
      const { content, alert } = change
      return { latest, served: { ...latest, content, alert: latest.alert ?? alert } }
    }
    case 'historyLoaded': {
      const { history } = change
      const loaded = { history, recent: undefined, times: undefined, historyAlert: undefined }
      // States that come from history are served once the project has been checked with them.
      const isServed = history.outdated === undefined && isAtSameCommit(state)
      return {
        latest: { ...latest, ...loaded },
        served: isServed ? { ...served, ...loaded } : served,
      }
    }
    case 'historyFailed': {
      const { alert } = change
      if (alert.message === latest.historyAlert?.message) return state
      return withBoth(state, { historyAlert: alert })
    }
    case 'historySettled':
      return latest.isHistorySettled ? state : withBoth(state, { isHistorySettled: true })
    case 'lastChangesFound': {
      const { lastChanges } = change
      if (lastChanges.size === (latest.lastChanges?.size ?? 0)) return state
      return withBoth(state, { lastChanges })
    }
    case 'derived': {
      const fillIn = (one: ComponentState) =>
        one.history === change.history ? { ...one, ...change.found } : one
      const next = { latest: fillIn(latest), served: fillIn(served) }
      return next.latest === latest && next.served === served ? state : next
    }
  }
}

/** What was learnt of the latest commit, also served where that is the served one. */
function withBoth(state: EntryState, learnt: Partial<ComponentState>): EntryState {
  const { latest, served } = state
  return {
    latest: { ...latest, ...learnt },
    served: isAtSameCommit(state) ? { ...served, ...learnt } : served,
  }
}

function isAtSameCommit({ latest, served }: EntryState): boolean {
  return latest.commit?.oid === served.commit?.oid
}
