import type { Component } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import type { Author } from '../../people/author.ts'
import type { LoggedComponent, LoggedStep } from '../component-history.ts'
import type { People } from '../people/people.ts'
import { isMerge } from '../unit-history/merged-side.ts'
import type { Change, UnitAtTime } from './change.ts'
import { countRuns, type Run } from './step-change.ts'

/** The filter of a list of changes. Times are in microseconds since 1970, inclusive. */
export interface ChangeFilter {
  /** A project, or a component: `project/component`. */
  readonly place?: string
  /** Code of a language; together with a component it selects a translation. */
  readonly language?: string
  /** A unit of that translation. */
  readonly unit?: UnitAtTime
  readonly actions?: ReadonlySet<number>
  readonly after?: number
  readonly before?: number
}

/** The requested part of a list: at most `size` entries from index `start` on. */
export interface Wanted {
  readonly start: number
  readonly size: number
}

/** Steps of the same second since 1970. */
export interface Second {
  readonly seconds: number
  readonly steps: readonly LoggedStep[]
}

/** Yields the seconds in which something may have been logged, newest first. */
export function* secondsOf(
  components: readonly LoggedComponent[],
  { language, after = -Infinity, before = Infinity }: ChangeFilter,
): Generator<Second> {
  // Each cursor keeps its time, since every second is compared with all components.
  const cursors = components.map((logged) => {
    const { log, timeline } = logged.history
    const { order } = log
    const { steps } = timeline
    const timeAt = (at: number) => (at < 0 ? -Infinity : steps[order[at]!]!.seconds)
    return { logged, order, timeAt, at: order.length - 1, seconds: timeAt(order.length - 1) }
  })
  for (;;) {
    let seconds = -Infinity
    for (const cursor of cursors) seconds = Math.max(seconds, cursor.seconds)
    if (seconds === -Infinity || (seconds + 1) * 1e6 <= after) return
    const steps: LoggedStep[] = []
    for (const cursor of cursors) {
      const { logged, order, timeAt } = cursor
      while (cursor.seconds === seconds) {
        const step = order[cursor.at]!
        const isConcerned = language === undefined || logged.history.log.concerns(step, language)
        if (isConcerned) steps.push({ ...logged, step })
        cursor.at -= 1
        cursor.seconds = timeAt(cursor.at)
      }
    }
    if (steps.length > 0 && seconds * 1e6 <= before) yield { seconds, steps }
  }
}

/** Returns whether the list covers a component. */
export function isSelected(
  { component }: { readonly component: Component },
  { place }: ChangeFilter,
): boolean {
  return (
    place === undefined || place === placeOf(component) || place === component.project.config.slug
  )
}

/** Returns whether all entries of a second lie between the filter's times. */
export function isInside(
  seconds: number,
  { after = -Infinity, before = Infinity }: ChangeFilter,
): boolean {
  return seconds * 1e6 >= after && seconds * 1e6 + 999_999 <= before
}

/** Counts the entries of some runs that match the filter, whatever their time. */
export function countOf(runs: readonly Run[], filter: ChangeFilter): number {
  return countRuns(runs.filter((run) => passes(run, filter)))
}

/** Returns whether entries of a run match the filter, whatever their time. */
export function passes({ action, language }: Run, filter: ChangeFilter): boolean {
  if (filter.language !== undefined && filter.language !== language) return false
  return filter.actions === undefined || filter.actions.has(action)
}

/** Returns the key of a filter. Filters of one view with equal keys match the same entries. */
export function keyOf({ place, language, unit, actions, after, before }: ChangeFilter): string {
  const codes = actions && [...actions].sort((a, b) => a - b)
  return JSON.stringify([place, language, unit, codes, after, before])
}

/** An author among the people of a view; only their changes are listed. */
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

/** Returns whether an author wrote a change. */
export function isBy(
  { component, authorCommit }: Pick<Change, 'component' | 'authorCommit'>,
  { people, author }: ChangeAuthor,
): boolean {
  return people.of(component, authorCommit).author?.userName === author.userName
}
