import type { Completeness } from '../../../git/history/history.ts'
import type { Component } from '../../model.ts'

export type { Completeness } from '../../../git/history/history.ts'

/**
 * How far back the past of several components is known: as far as that of the one of which least is. Undefined while that
 * of one that has a commit is not, and where none has.
 */
export function completenessOf(components: readonly Component[]): Completeness | undefined {
  let least: Completeness | undefined
  for (const { commit, past } of components) {
    if (commit === undefined) continue
    const history = past?.timeline.history
    if (history === undefined) return undefined
    if (least === undefined || sinceOf(history) > sinceOf(least)) least = history
  }
  return least
}

function sinceOf(history: Completeness): number {
  return history.complete ? -Infinity : history.since
}
