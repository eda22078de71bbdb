import { RepositoryError, unless } from '../../errors.ts'
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

interface CommitsOptions {
  readonly historyOf: HistoryOf
  /** Code of the language of whose translations a commit changed a file (default: all languages). */
  readonly language?: string | undefined
  /** Selects commits (default: all). */
  readonly isWanted?: ((commit: LoggedCommit) => boolean) | undefined
}

/** Commits, newest first. Those of the same second are read and put in order only where they are asked for. */
export interface CommitList {
  readonly length: number
  /** Works like the method of arrays. Throws RepositoryError. */
  slice(start: number, end?: number): LoggedCommit[]
}

/** Returns the commits that changed files of these components, newest first, as far as histories are known. */
export function commitsOf(
  components: readonly Component[],
  { historyOf, language, isWanted = () => true }: CommitsOptions,
): CommitList {
  const byId = new Map<string, LoggedCommit & { readonly places: ComponentStep[] }>()
  for (const component of components) {
    const history = historyOf(component)
    for (const step of history?.timeline.steps.toReversed() ?? []) {
      if (history === undefined) continue
      if (language !== undefined && !history.log.concerns(step.index, language)) continue
      const { commit, seconds } = step
      const loggedCommit = byId.get(commit) ?? { commit, seconds, places: [] }
      byId.set(commit, loggedCommit)
      loggedCommit.places.push({ component, history, step })
    }
  }
  const commits = [...byId.values()].filter(isWanted).sort((a, b) => b.seconds - a.seconds)
  const isSameSecond = (index: number) => commits[index - 1]?.seconds === commits[index]?.seconds
  return {
    length: commits.length,
    slice(start, end = commits.length) {
      let first = Math.min(start, commits.length)
      let last = Math.min(end, commits.length)
      while (first > 0 && isSameSecond(first)) first--
      while (last < commits.length && isSameSecond(last)) last++
      return [...groupBy(commits.slice(first, last), ({ seconds }) => seconds).values()]
        .flatMap(newestFirst)
        .slice(start - first, end - first)
    },
  }
}

/** Sorts commits of the same second like the log of changes: those of a repository descendants first. */
function newestFirst(commits: readonly LoggedCommit[]): readonly LoggedCommit[] {
  // The steps of one component are in order.
  const { component } = commits[0]!.places[0]!
  if (commits.every(({ places }) => places[0]!.component === component)) return commits
  const byRepository = groupBy(commits, ({ places }) => places[0]!.history.repository)
  return [...byRepository].flatMap(([repository, logged]) => {
    const byId = new Map(logged.map((loggedCommit) => [loggedCommit.commit, loggedCommit]))
    return sortCommits([...byId.keys()], repository, logged[0].seconds)
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
  return unless(() => repository.readCommit(commit).parents[0], RepositoryError)
}
