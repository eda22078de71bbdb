import type { Completeness } from '../../../git/history/history.ts'
import type { Component } from '../../model.ts'

export type { Completeness } from '../../../git/history/history.ts'

/**
 * How far back the history of several components is known: as far as that of the one of which least is. Undefined while
 * that of one that has a commit is not, and where none has.
 */
export function completenessOf(components: readonly Component[]): Completeness | undefined {
  let least: Completeness | undefined
  for (const { commit, completeness } of components) {
    if (commit === undefined) continue
    if (completeness === undefined) return undefined
    if (least === undefined || sinceOf(completeness) > sinceOf(least)) least = completeness
  }
  return least
}

function sinceOf(completeness: Completeness): number {
  return completeness.complete ? -Infinity : completeness.since
}
