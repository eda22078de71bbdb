import { RepositoryError } from '../../errors.ts'
import { groupBy } from '../../group-by.ts'
import type { Component } from '../../model/model.ts'
import { sortCommits } from '../changes/segments.ts'
import type { ComponentHistory, HistoryOf, LoggedComponent } from '../component-history.ts'
import type { Step } from '../timeline/timeline.ts'

/** A commit's step in one component. */
export interface ComponentStep extends LoggedComponent {
  readonly step: Step
}

/** A commit of the served branches that changed files of components. */
export interface LoggedCommit {
  readonly commit: string
  /** Commit time in seconds since 1970. */
  readonly seconds: number
  /** In the order of the components. */
  readonly places: readonly ComponentStep[]
}

/**
 * Returns the commits that changed files of these components, newest first; with a language, those that changed a file
 * of its translations. Components without a known history have none.
 */
export function commitsOf(
  components: readonly Component[],
  {
    historyOf,
    language,
  }: { readonly historyOf: HistoryOf; readonly language?: string | undefined },
): LoggedCommit[] {
  const commits = new Map<string, LoggedCommit & { readonly places: ComponentStep[] }>()
  for (const component of components) {
    const history = historyOf(component)
    for (const step of history?.timeline.steps.toReversed() ?? []) {
      if (history === undefined) continue
      if (language !== undefined && !history.log.concerns(step.index, language)) continue
      const { commit, seconds } = step
      const loggedCommit = commits.get(commit) ?? { commit, seconds, places: [] }
      commits.set(commit, loggedCommit)
      loggedCommit.places.push({ component, history, step })
    }
  }
  return [...groupBy(commits.values(), ({ seconds }) => seconds).values()]
    .sort(([a], [b]) => b.seconds - a.seconds)
    .flatMap(newestFirst)
}

/** Sorts commits of the same second like the log of changes: those of a repository descendants first. */
function newestFirst(commits: readonly LoggedCommit[]): LoggedCommit[] {
  const byRepository = groupBy(commits, ({ places }) => places[0]!.history.repository)
  return [...byRepository].flatMap(([repository, logged]) => {
    const byId = new Map(logged.map((one) => [one.commit, one]))
    return sortCommits([...byId.keys()], { repository, seconds: logged[0].seconds })
      .reverse()
      .map((commit) => byId.get(commit)!)
  })
}

/** Returns the first line of a commit's message; `''` if no history has the commit. Throws RepositoryError. */
export function subjectOf(commit: string, history: ComponentHistory | undefined): string {
  return history?.repository.readCommit(commit).message.split('\n', 1)[0] ?? ''
}

/** Returns the first parent of a commit, to compare it with; undefined if there is none, or none that can be read. */
export function parentOf(
  commit: string,
  history: ComponentHistory | undefined,
): string | undefined {
  const repository = history?.repository
  if (repository === undefined || repository.isShallow(commit)) return undefined
  try {
    return repository.readCommit(commit).parents[0]
  } catch (error) {
    // An unreadable parent is useless for a comparison.
    if (!(error instanceof RepositoryError)) throw error
    return undefined
  }
}
