import type { Author } from '../../people/directory.ts'
import type { LoggedStep } from '../component-history.ts'
import type { People } from '../people/people.ts'
import { isMerge } from '../unit-history/merged-side.ts'
import type { Change } from './change.ts'
import type { Second } from './change-filter.ts'

export interface ChangeAuthor {
  readonly people: People
  readonly author: Author
}

/** Returns whether an author made a commit of a second, or may have made one that a merge brought. */
export function mayHaveEntries({ steps }: Second, writer: ChangeAuthor): boolean {
  return steps.some((step) => isMergeStep(step) || isStepBy(step, writer))
}

/** Returns whether an author wrote every entry of a second: whether they made all its commits, and none is a merge. */
export function isWholeSecondBy({ steps }: Second, writer: ChangeAuthor): boolean {
  return steps.every((step) => !isMergeStep(step) && isStepBy(step, writer))
}

function isMergeStep({ history: { repository, timeline }, step }: LoggedStep): boolean {
  return isMerge(repository, timeline.steps[step]!.commit)
}

function isStepBy({ component, history, step }: LoggedStep, writer: ChangeAuthor): boolean {
  return isBy({ component, authorCommit: history.timeline.steps[step]!.commit }, writer)
}

export function isBy(
  { component, authorCommit }: Pick<Change, 'component' | 'authorCommit'>,
  { people, author }: ChangeAuthor,
): boolean {
  return people.of(component, authorCommit).author?.userName === author.userName
}
