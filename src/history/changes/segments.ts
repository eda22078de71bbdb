import { firstNotBefore } from '../../binary-search.ts'
import type { Repository } from '../../git/repository.ts'
import { groupBy } from '../../group-by.ts'
import type { View } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { componentsOf } from '../../view/view.ts'
import type {
  ComponentHistory,
  HistoryOf,
  LoggedComponent,
  LoggedStep,
} from '../component-history.ts'
import { countRuns, type Run } from './step-change.ts'

/** The entries of one commit in one component. */
export interface Segment extends LoggedStep {
  readonly commit: string
  readonly runs: readonly Run[]
  /** Number of its first entry, among all entries of that second on the server, and among those of its commit. */
  readonly number: number
  readonly index: number
}

/** Components of a view with a known history, by repository, each in the order of their paths. */
export function loggedComponents(view: View, historyOf: HistoryOf): LoggedComponent[][] {
  const logged = componentsOf(view)
    .flatMap((component) => {
      const history = historyOf(component)
      return history === undefined ? [] : [{ component, history, path: placeOf(component) }]
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return byRepository(logged.map(({ component, history }) => ({ component, history })))
}

/** The components of each repository, in the order in which they come. */
export function byRepository(logged: readonly LoggedComponent[]): LoggedComponent[][] {
  return [...groupBy(logged, ({ history }) => history.repository).values()]
}

/**
 * Returns what was logged in a second since 1970, oldest first: repositories in the order of their first component's
 * path, parents before children, components in the order of their paths. Throws RepositoryError.
 */
export function segmentsOf(
  repositories: readonly (readonly LoggedComponent[])[],
  seconds: number,
): Segment[] {
  const segments: Segment[] = []
  let number = 0
  for (const components of repositories) {
    const places = components.flatMap((component) =>
      stepsBetween(component.history, seconds, seconds).map(
        (step): LoggedStep => ({ ...component, step }),
      ),
    )
    const commits = [...new Set(places.map(commitOf))]
    const { repository } = components[0]!.history
    for (const commit of sortCommits(commits, repository, seconds)) {
      let index = 0
      for (const place of places.filter((candidate) => commitOf(candidate) === commit)) {
        const runs = place.history.log.runs(place.step)
        segments.push({ ...place, commit, runs, number, index })
        const count = countRuns(runs)
        index += count
        number += count
      }
    }
  }
  return segments
}

function commitOf({ history, step }: LoggedStep): string {
  return history.timeline.steps[step]!.commit
}

/** Finds the steps between two seconds since 1970, both inclusive, oldest first, by binary search. */
export function stepsBetween(
  { log, timeline }: Pick<ComponentHistory, 'log' | 'timeline'>,
  first: number,
  last: number,
): readonly number[] {
  const { order } = log
  const timeOf = (at: number) => timeline.steps[order[at]!]!.seconds
  const start = firstNotBefore(order.length, (at) => timeOf(at) < first)
  let end = start
  while (end < order.length && timeOf(end) <= last) end++
  return order.slice(start, end)
}

/** How many commits back to search for others of the same second. */
const MAX_PARENTS = 10_000

/** Returns different commits of the same second, ancestors first. */
export function sortCommits(
  commits: readonly string[],
  repository: Repository,
  seconds: number,
): string[] {
  if (commits.length < 2) return [...commits]
  const isOne = new Set(commits)
  const depths = new Map<string, number>()
  for (const commit of commits) {
    const chain: string[] = []
    let at: string | undefined = commit
    while (at !== undefined && !depths.has(at) && chain.length < MAX_PARENTS) {
      chain.push(at)
      const parent: string | undefined = repository.isShallow(at)
        ? undefined
        : repository.readCommit(at).parents[0]
      const isSame: boolean =
        parent !== undefined && repository.readCommit(parent).committer.timestamp === seconds
      at = isSame ? parent : undefined
    }
    let depth = depths.get(at ?? '') ?? 0
    for (const ancestor of chain.reverse()) {
      if (isOne.has(ancestor)) depth++
      depths.set(ancestor, depth)
    }
  }
  return [...commits].sort((a, b) => depths.get(a)! - depths.get(b)!)
}
