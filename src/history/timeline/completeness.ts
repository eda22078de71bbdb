import type { Completeness } from '../../git/commit.ts'
import type { Component } from '../../model/model.ts'

export type { Completeness } from '../../git/commit.ts'

/**
 * Returns how far back the histories of several components are all known. Undefined until each component with a commit
 * has its history, and if none has a commit.
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
