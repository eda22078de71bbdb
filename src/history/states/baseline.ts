import { RepositoryError } from '../../errors.ts'
import type { ComponentHistory } from '../component-history.ts'

/** The point up to which the past is ignored: a commit id, or a time in seconds since 1970. */
export type Baseline = { readonly commit: string } | { readonly seconds: number }

/**
 * Returns the last step of a history up to a baseline; -1 without one. A commit that is not a step, perhaps on another
 * branch, counts by its time; a commit that the repository lacks counts as none.
 */
export function stepOfBaseline(history: ComponentHistory, baseline: Baseline | undefined): number {
  if (baseline === undefined) return -1
  const { steps } = history.timeline
  let seconds: number
  if ('commit' in baseline) {
    const step = steps.find(({ commit }) => commit === baseline.commit)
    if (step !== undefined) return step.index
    try {
      seconds = history.repository.readCommit(baseline.commit).committer.timestamp
    } catch (error) {
      if (error instanceof RepositoryError) return -1
      throw error
    }
  } else seconds = baseline.seconds
  return steps.findLastIndex((step) => step.seconds <= seconds)
}
