import { RepositoryError, unless } from '../../errors.ts'
import type { LastChange } from '../../git/commit.ts'
import type { HistoryRow } from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import { groupBy } from '../../group-by.ts'
import { type FileTree, fileTreeOfCommit } from '../../reading/file-tree.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory, LoggedComponent } from '../component-history.ts'
import { createCommitPeople } from '../people/commit-people.ts'
import { isMerge, mergedCommits } from '../unit-history/merged-side.ts'
import { unlessDamaged } from '../unless-damaged.ts'
import { stepsBetween } from './segments.ts'
import { CONTENT_ACTIONS, type Run } from './step-change.ts'

/** Who changed a component's translations last, and how much changed recently. */
interface LatestChanges {
  /** The commit that last changed each file, or those it is paired with, by file name. */
  readonly lastChanges: ReadonlyMap<string, LastChange>
  /** See `countRecent`; undefined if a damaged object hides it. */
  readonly recent: ReadonlyMap<string, number> | undefined
}

/** Finds the latest changes of a component. Rejects with RepositoryError for unreadable objects. */
export const latestWork = historyWork(
  'latest',
  async ([logged]: readonly Pick<LoggedComponent, 'history'>[]): Promise<LatestChanges> => {
    const { history } = logged!
    const { timeline, place } = history
    const { template, intermediate } = place.config
    const groups = new Map(
      timeline
        .files(timeline.steps.length - 1)
        .files.map(({ path }) => [path, [path, template, intermediate].filter(Boolean)]),
    )
    // A source without a file has no commit.
    groups.delete('')
    return {
      lastChanges: await findLastChanges(groups, history, place.commit),
      recent: unless(() => countRecent(history), RepositoryError),
    }
  },
)

/** Weblate's window of `recent_changes`, in seconds. */
const RECENT_SECONDS = 6 * 3600

/**
 * Counts, by language, how often the contents of each translation with a file changed within the six hours before its
 * last change. Reads the steps of those hours that nobody has counted. Throws RepositoryError for unreadable objects.
 */
function countRecent({ timeline, log }: ComponentHistory): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  /** The steps that were read, since languages share steps. */
  const contentsOf = new Map<number, ReadonlyMap<string, number>>()
  const tip = timeline.steps.length - 1
  for (const {
    path,
    language: { code },
  } of timeline.files(tip).files) {
    const step = path === '' ? undefined : timeline.lastTranslationChange(path, tip)
    if (step === undefined) continue
    const last = step.seconds
    let sum = 0
    for (const index of stepsBetween({ timeline, log }, last - RECENT_SECONDS, last)) {
      if (!contentsOf.has(index) && log.concerns(index, code)) {
        contentsOf.set(index, countContents(log.runs(index)))
      }
      sum += contentsOf.get(index)?.get(code) ?? 0
    }
    counts.set(code, sum)
  }
  return counts
}

/** Counts the changes of contents by language. */
function countContents(runs: readonly Run[]): ReadonlyMap<string, number> {
  const contents = new Map<string, number>()
  for (const { action, language, count } of runs) {
    if (CONTENT_ACTIONS.has(action)) contents.set(language, (contents.get(language) ?? 0) + count)
  }
  return contents
}

/** The last step that changed paths of a group. */
interface LastStep extends Pick<HistoryRow, 'commit' | 'timestamp'> {
  readonly name: string
  readonly paths: readonly string[]
}

type Walked = Pick<ComponentHistory, 'repository' | 'rows'>

/**
 * Returns, for each group of paths, the commit that last changed one of them on the branch, like `git log -1 TIP --
 * PATHS`; for a merge that took a side's versions, the newest commit of that side that wrote one. Authors follow
 * `.mailmap`; the time is when the change reached the branch. Omits groups without a known change. Rejects with
 * RepositoryError.
 */
export async function findLastChanges(
  groups: ReadonlyMap<string, readonly string[]>,
  { repository, rows }: Walked,
  tip: string,
): Promise<ReadonlyMap<string, LastChange>> {
  const steps = lastSteps(groups, await rows('first-parent-moves'))
  // What is damaged on a side leaves the merge.
  const merged = await unlessDamaged(() => findMerged(steps, { repository, rows }))
  const peopleOf = createCommitPeople(repository, repository.readCommit(tip))
  const changes = new Map<string, LastChange>()
  // Files changed in the same commit share the object.
  const shared = new Map<string, LastChange>()
  for (const { name, commit: step, timestamp } of steps) {
    if (merged?.cutOff.has(name)) continue
    const commit = merged?.writers.get(name) ?? step
    const key = `${commit} ${step}`
    const { author } = repository.readCommit(commit)
    const [person] = peopleOf(commit)
    const change = shared.get(key) ?? { commit, author: { ...author, ...person }, timestamp }
    shared.set(key, change)
    changes.set(name, change)
  }
  return changes
}

/** Rows are given newest first. */
function lastSteps(
  groups: ReadonlyMap<string, readonly string[]>,
  rows: Iterable<HistoryRow>,
): LastStep[] {
  const namesOf = groupsByPath(groups)
  const open = new Map(groups)
  const steps: LastStep[] = []
  for (const { path, commit, timestamp } of rows) {
    if (open.size === 0) break
    for (const [name] of namesOf.get(path) ?? []) {
      const paths = open.get(name)
      if (paths !== undefined) steps.push({ name, paths, commit, timestamp })
      open.delete(name)
    }
  }
  return steps
}

function groupsByPath<T>(groups: Iterable<readonly [T, readonly string[]]>) {
  const pairs = Array.from(groups, ([group, paths]) => paths.map((path) => [group, path] as const))
  return groupBy(pairs.flat(), ([, path]) => path)
}

/** A parent of a merge besides the first. */
interface Side {
  readonly files: FileTree
  /** What the merge brought from there. */
  readonly commits: ReadonlySet<string>
}

/** Returns who wrote what merges took from a side, and the groups whose writer is beyond a shallow history. */
async function findMerged(
  steps: readonly LastStep[],
  { repository, rows }: Walked,
): Promise<{
  readonly writers: ReadonlyMap<string, string>
  readonly cutOff: ReadonlySet<string>
}> {
  const taken: (readonly [{ readonly name: string } & Side, readonly string[]])[] = []
  for (const [commit, ofCommit] of groupBy(steps, (step) => step.commit)) {
    if (!isMerge(repository, commit)) continue
    const { files, sides } = openMerge(repository, commit)
    for (const { name, paths } of ofCommit) {
      const side = sides.find((side) =>
        paths.every((path) => oidOf(path, side.files) === oidOf(path, files)),
      )
      if (side !== undefined) taken.push([{ name, ...side }, paths])
    }
  }
  const writers = new Map<string, string>()
  if (taken.length === 0) return { writers, cutOff: new Set() }
  const takenOf = groupsByPath(taken)
  // Parents come before children, so the last one that wrote a version stays.
  for (const { commit, path, new: blob = '' } of await rows('ancestors')) {
    for (const [{ name, files, commits }] of takenOf.get(path) ?? []) {
      if (commits.has(commit) && blob === oidOf(path, files)) writers.set(name, commit)
    }
  }
  const isCutOff = ({ name, commits }: { readonly name: string } & Side) =>
    !writers.has(name) && [...commits].some(repository.isShallow)
  const cutOff = taken.filter(([group]) => isCutOff(group)).map(([{ name }]) => name)
  return { writers, cutOff: new Set(cutOff) }
}

function openMerge(repository: Repository, merge: string) {
  const { tree, parents } = repository.readCommit(merge)
  const sides = parents.slice(1).map(
    (parent): Side => ({
      files: fileTreeOfCommit(repository, repository.readCommit(parent).tree),
      commits: mergedCommits(repository, merge, parent),
    }),
  )
  return { files: fileTreeOfCommit(repository, tree), sides }
}

function oidOf(path: string, files: FileTree): string {
  const resolved = files.resolve(path)
  return 'oid' in resolved ? resolved.oid : ''
}
