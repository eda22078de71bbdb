import { firstNotBefore } from '../../binary-search.ts'
import type { HistoryRow, HistoryRows } from '../../git/history/history.ts'
import { digestOf } from '../../model/digest.ts'

/** A commit on the branch (first parents) that changed files of a component. */
export interface Step {
  /** Its index in the timeline, 0 for the oldest. */
  readonly index: number
  readonly commit: string
  /** Commit time in seconds since 1970. */
  readonly seconds: number
  /** Identifies the commit and the later moves of files. Steps with equal keys have equal logs up to that step. */
  readonly key: string
}

/** The blob of each path after each step. Its size is that of the rows it was made from. */
export interface PathLog {
  /** Oldest first. */
  readonly steps: readonly Step[]
  /** Returns the paths that a step added, changed or removed; all for the first step of a cut-off history. */
  changed(step: number): readonly string[]
  /** Returns the blob of a path after a step; undefined if there is no such file. */
  blob(path: string, step: number): string | undefined
  /** Returns the newest step up to `step` that changed a path; -1 if none did. */
  lastChange(path: string, step: number): number
  /** Returns the newest step up to `step` that added or removed a path. Equal numbers mean equal sets of paths. */
  layout(step: number): number
  paths(step: number): string[]
}

interface PathChanges {
  readonly steps: number[]
  /** Blobs after the step with the same index. */
  readonly blobs: (string | undefined)[]
}

/**
 * Builds a log from rows given newest first. Older rows of a path that a file was moved from count as rows of the new
 * path. If the history is cut off, `readBoundary` returns the files of the oldest commit, including those at the given
 * former paths.
 */
export function createPathLog(
  rows: HistoryRows,
  readBoundary: (
    commit: string,
    former: Iterable<string>,
  ) => {
    readonly seconds: number
    readonly files: ReadonlyMap<string, string>
  },
): PathLog {
  const { steps, present, movesKey } = groupSteps(rows)
  const [boundary] = rows.boundary
  if (boundary !== undefined) {
    const { seconds, files } = readBoundary(boundary, present.keys())
    const moved = new Set(present.values())
    const boundaryRows = [...files].flatMap(([path, blob]): StepRow[] => {
      const name = present.get(path) ?? path
      return name === path && moved.has(path) ? [] : [{ path: name, old: undefined, blob }]
    })
    if (boundaryRows.length > 0) {
      steps.push({
        commit: boundary,
        seconds,
        key: boundary + movesKey,
        rows: boundaryRows,
      })
    }
  }
  steps.reverse()
  const changes = new Map<string, PathChanges>()
  const layouts: number[] = []
  for (const [index, step] of steps.entries()) {
    for (const { path, blob } of step.rows) {
      const pathChanges = changes.get(path)
      pathChanges?.steps.push(index)
      pathChanges?.blobs.push(blob)
      // Most files have one change; growing an empty array would reserve room for many.
      if (pathChanges === undefined) changes.set(path, { steps: [index], blobs: [blob] })
    }
    if (step.rows.some(({ old, blob }) => old === undefined || blob === undefined)) {
      layouts.push(index)
    }
  }
  const changed = steps.map((step) => step.rows.map(({ path }) => path))
  const blob = (path: string, step: number): string | undefined => {
    const pathChanges = changes.get(path)
    return pathChanges?.blobs[lastUpTo(pathChanges.steps, step)]
  }
  const paths = createPathsAt(
    layouts.map((step) => {
      const differs = ({ path }: StepRow): boolean =>
        (blob(path, step) === undefined) !== (blob(path, step - 1) === undefined)
      return new Set(steps[step]!.rows.filter(differs).map(({ path }) => path))
    }),
  )
  return {
    steps: steps.map(({ commit, seconds, key }, index) => ({ index, commit, seconds, key })),
    changed: (step) => changed[step]!,
    blob,
    lastChange(path, step) {
      const steps = changes.get(path)?.steps ?? []
      return steps[lastUpTo(steps, step)] ?? -1
    },
    layout: (step) => layouts[lastUpTo(layouts, step)] ?? -1,
    paths: (step) => paths(lastUpTo(layouts, step)),
  }
}

/** Returns the paths after a number of changes, each of which added or removed paths. Goes on from the last answer. */
function createPathsAt(changes: readonly ReadonlySet<string>[]): (last: number) => string[] {
  const current = new Set<string>()
  let at = -1
  const apply = (index: number): void => {
    for (const path of changes[index]!) if (!current.delete(path)) current.add(path)
  }
  return (last) => {
    while (at < last) apply(++at)
    while (at > last) apply(at--)
    return [...current]
  }
}

interface StepRows extends Omit<Step, 'index'> {
  readonly rows: readonly StepRow[]
}

interface StepRow {
  readonly path: string
  readonly old: string | undefined
  readonly blob: string | undefined
}

/**
 * Groups rows by commit, newest first, under the paths that files were moved to later. Also returns the present path of each
 * file by its path before the oldest row, and the key of these moves.
 */
function groupSteps(rows: HistoryRows): {
  readonly steps: StepRows[]
  readonly present: ReadonlyMap<string, string>
  readonly movesKey: string
} {
  const steps: StepRows[] = []
  /** Path of an older commit -> present path. */
  const present = new Map<string, string>()
  /** How many older paths lead to each present one. */
  const taken = new Map<string, number>()
  const count = (path: string, more: number): void => {
    const total = (taken.get(path) ?? 0) + more
    if (total > 0) taken.set(path, total)
    else taken.delete(path)
  }
  let movesKey = ''
  for (const group of groupByCommit(rows)) {
    const { commit, timestamp } = group[0]!
    const key = commit + movesKey
    const removed = new Set(group.filter((row) => row.new === undefined).map(({ path }) => path))
    const moved: [from: string, to: string][] = []
    const stepRows: StepRow[] = []
    for (const { path, old, new: blob, from } of group) {
      const name = present.get(path) ?? path
      // The past of a path before another file was moved there belongs to that other file.
      if (name === path && taken.has(path)) continue
      // A file from another path of the component was removed there: these are two translations.
      if (from !== undefined && !removed.has(from)) moved.push([from, name])
      else stepRows.push({ path: name, old, blob })
    }
    const set = (path: string, to: string | undefined): void => {
      const before = present.get(path)
      if (before !== undefined) count(before, -1)
      if (to === undefined) present.delete(path)
      else present.set(path, to)
      if (to !== undefined) count(to, 1)
    }
    const ended = group.filter(({ path, old }) => old === undefined && present.has(path))
    for (const { path } of ended) set(path, undefined)
    for (const [from, to] of moved) set(from, to)
    if (ended.length + moved.length > 0) {
      // A chain, since a digest of all moves at each of them would take too long.
      const change = [movesKey, ended.map(({ path }) => path), moved]
      movesKey = present.size === 0 ? '' : `/${digestOf(change)}`
    }
    if (stepRows.length > 0) steps.push({ commit, seconds: timestamp, key, rows: stepRows })
  }
  return { steps, present, movesKey }
}

/** Returns the consecutive rows of each commit. */
export function groupByCommit(rows: Iterable<HistoryRow>): HistoryRow[][] {
  const groups: HistoryRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0]?.commit === row.commit) last.push(row)
    else groups.push([row])
  }
  return groups
}

/** Returns the index of the last number not above a limit, in ascending numbers; -1 if there is none. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  return firstNotBefore(numbers.length, (index) => numbers[index]! <= limit) - 1
}
