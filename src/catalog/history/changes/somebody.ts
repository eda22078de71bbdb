import type { Author } from '../../../people/directory.ts'
import type { People } from '../people/people.ts'
import { isMerge } from '../unit-history/merged-side.ts'
import type { Change } from './change.ts'
import type { Second } from './change-filter.ts'

/** Somebody whose changes alone are wanted, among the people of a view. */
export interface Somebody {
  readonly people: People
  readonly author: Author
}

type LoggedStep = Second['steps'][number]

/** Whether somebody may have an entry in a second: made a commit of it, or one that a merge brought. */
export function mayHaveEntries({ steps }: Second, somebody: Somebody): boolean {
  return steps.some((one) => isMergeStep(one) || isStepBy(one, somebody))
}

/** Whether every entry of a second is somebody's: all its commits are, and none is a merge. */
export function isWholeSecondBy({ steps }: Second, somebody: Somebody): boolean {
  return steps.every((one) => !isMergeStep(one) && isStepBy(one, somebody))
}

function isMergeStep({ history: { repository, timeline }, step }: LoggedStep): boolean {
  return isMerge(repository, timeline.steps[step]!.commit)
}

function isStepBy({ component, history, step }: LoggedStep, somebody: Somebody): boolean {
  return isBy({ component, authorCommit: history.timeline.steps[step]!.commit }, somebody)
}

/** Whether a change was written by somebody. */
export function isBy(
  { component, authorCommit }: Pick<Change, 'component' | 'authorCommit'>,
  { people, author }: Somebody,
): boolean {
  return people.of(component, authorCommit).author?.userName === author.userName
}
