import { once } from '../../cache.ts'
import type { LastChange } from '../../git/commit.ts'
import type { HistoryRow } from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import { groupBy } from '../../group-by.ts'
import { type FileTree, fileTreeOfCommit } from '../../reading/file-tree.ts'
import type { ComponentHistory } from '../component-history.ts'
import { createCommitPeople } from '../people/commit-people.ts'
import { isMerge, mergedCommits } from '../unit-history/merged-side.ts'

/** The last step that changed paths of a group. */
interface LastStep extends Pick<HistoryRow, 'commit' | 'timestamp'> {
  readonly name: string
  readonly paths: readonly string[]
}

/**
 * Returns for each group of paths the commit that `git log -1 TIP -- PATHS` names: at a merge, the newest of the side
 * whose paths are the same. The author is that of the `.mailmap`, and the time that of the step on the branch. Omits a
 * group that no known commit changed. Rejects with RepositoryError.
 */
export async function findLastChanges(
  groups: ReadonlyMap<string, readonly string[]>,
  { repository, rows }: Pick<ComponentHistory, 'repository' | 'rows'>,
  tip: string,
): Promise<ReadonlyMap<string, LastChange>> {
  const steps = lastSteps(groups, await rows('first-parent-moves'))
  const ancestors = once(async () => [...(await rows('ancestors'))].reverse())
  const peopleOf = createCommitPeople(repository, repository.readCommit(tip))
  const changes = new Map<string, LastChange>()
  for (const [step, ofStep] of groupBy(steps, ({ commit }) => commit)) {
    const writerOf = isMerge(repository, step)
      ? createWriterFinder(repository, step, await ancestors())
      : () => undefined
    // Files changed in the same commit share the object.
    const shared = new Map<string, LastChange>()
    for (const { name, paths, timestamp } of ofStep) {
      const commit = writerOf(paths) ?? step
      const { author } = repository.readCommit(commit)
      const [person] = peopleOf(commit)
      const change = shared.get(commit) ?? { commit, author: { ...author, ...person }, timestamp }
      shared.set(commit, change)
      changes.set(name, change)
    }
  }
  return changes
}

/** Rows are given newest first. */
function lastSteps(
  groups: ReadonlyMap<string, readonly string[]>,
  rows: Iterable<HistoryRow>,
): LastStep[] {
  const namesOf = new Map<string, string[]>()
  for (const [name, paths] of groups) {
    for (const path of paths) namesOf.set(path, [...(namesOf.get(path) ?? []), name])
  }
  const open = new Map(groups)
  const steps: LastStep[] = []
  for (const { path, commit, timestamp } of rows) {
    if (open.size === 0) break
    for (const name of namesOf.get(path) ?? []) {
      const paths = open.get(name)
      if (paths !== undefined) steps.push({ name, paths, commit, timestamp })
      open.delete(name)
    }
  }
  return steps
}

/**
 * Returns the function that names the newest commit that a merge brought and that changed some paths; undefined if the
 * merge itself changed them. `ancestors` are the rows behind it, children first.
 */
function createWriterFinder(
  repository: Repository,
  merge: string,
  ancestors: readonly HistoryRow[],
): (paths: readonly string[]) => string | undefined {
  const { tree, parents } = repository.readCommit(merge)
  const merged = fileTreeOfCommit(repository, tree)
  const sides = parents.slice(1).map((parent) => ({
    files: fileTreeOfCommit(repository, repository.readCommit(parent).tree),
    rows: once(() => {
      const commits = mergedCommits(repository, merge, parent)
      return ancestors.filter(({ commit }) => commits.has(commit))
    }),
  }))
  return (paths) => {
    const isSame = (path: string, files: FileTree) => oidOf(path, files) === oidOf(path, merged)
    const side = sides.find(({ files }) => paths.every((path) => isSame(path, files)))
    return side?.rows().find(({ path }) => paths.includes(path))?.commit
  }
}

function oidOf(path: string, files: FileTree): string {
  const resolved = files.resolve(path)
  return 'oid' in resolved ? resolved.oid : ''
}
