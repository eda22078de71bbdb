import type { CommitIndex, IndexedCommit, IndexedRow } from './commit-index.ts'
import { sortChildrenFirst } from './commit-order.ts'
import { createMatcher, groupsOfPath } from './path-matcher.ts'

/**
 * Which commits count, and in what order:
 * - `first-parent-moves`: as `git log --first-parent -m`, which compares a merge with its first parent; newest first.
 *   Older rows of the paths that files were moved from count, too.
 * - `ancestors`: as `git log --full-history --no-merges --topo-order --reverse`: parents before their children.
 * - `ancestors-moves`: the same, with all rows of the paths that files were moved from.
 */
export type WalkMode = 'first-parent-moves' | 'ancestors' | 'ancestors-moves'

interface WalkedCommit {
  readonly commit: IndexedCommit
  readonly rows: readonly IndexedRow[]
}

/** What a walk found. */
export interface Walk {
  /** Commits with rows. */
  readonly commits: readonly WalkedCommit[]
  /** Commits at which a shallow clone ends, in the order of the walk. */
  readonly boundary: readonly IndexedCommit[]
}

type IsWanted = (path: string) => boolean

/** The rows of a group (by its index) behind a commit (by its place). */
export function walk(
  index: CommitIndex,
  { group, tip, mode }: { group: number; tip: number; mode: WalkMode },
): Walk {
  const isWanted = createPathTest(index, group)
  if (mode === 'first-parent-moves') return walkFirstParents(index, tip, isWanted)
  if (mode === 'ancestors') return walkAncestors(index, tip, isWanted)
  return walkAncestors(index, tip, withFormerPaths(index, tip, isWanted))
}

function walkFirstParents({ commits }: CommitIndex, tip: number, isWanted: IsWanted): Walk {
  const found: WalkedCommit[] = []
  const boundary: IndexedCommit[] = []
  const formerPaths = new Set<string>()
  let place: number | undefined = tip
  while (place !== undefined) {
    const commit: IndexedCommit = commits[place]!
    if (commit.isShallow) boundary.push(commit)
    const rows = commit.rows.filter(({ path }) => isWanted(path) || formerPaths.has(path))
    for (const { path, old } of rows) if (old === '') formerPaths.delete(path)
    for (const { from } of rows) if (from !== '' && !isWanted(from)) formerPaths.add(from)
    if (rows.length > 0) found.push({ commit, rows })
    place = commit.parents[0]
  }
  return { commits: found, boundary }
}

/** In the reverse of Git's `--topo-order`. */
function walkAncestors({ commits }: CommitIndex, tip: number, isWanted: IsWanted): Walk {
  const found: WalkedCommit[] = []
  const boundary: IndexedCommit[] = []
  for (const place of sortChildrenFirst([tip], tip + 1, (one) => commits[one]!.parents)) {
    const commit = commits[place]!
    if (commit.isShallow) boundary.push(commit)
    if (commit.parents.length > 1) continue
    const rows = commit.rows.filter(({ path }) => isWanted(path))
    if (rows.length > 0) found.push({ commit, rows })
  }
  return { commits: found.reverse(), boundary: boundary.reverse() }
}

/** Wants the paths that files were moved from as well, over any number of moves. */
function withFormerPaths({ commits }: CommitIndex, tip: number, isWanted: IsWanted): IsWanted {
  const moves = new Map<string, Set<string>>()
  // Parents come before children: no later place is behind the tip.
  for (const { rows } of commits.slice(0, tip + 1)) {
    for (const { path, from } of rows) {
      if (from !== '') moves.set(path, (moves.get(path) ?? new Set()).add(from))
    }
  }
  const former = new Set<string>()
  const queue = [...moves.keys()].filter(isWanted)
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const from of moves.get(path) ?? []) {
      if (former.has(from)) continue
      former.add(from)
      queue.push(from)
    }
  }
  return (path) => isWanted(path) || former.has(path)
}

function createPathTest({ groups }: CommitIndex, group: number): IsWanted {
  const root = createMatcher([groups[group]?.patterns ?? []])
  const answers = new Map<string, boolean>()
  return (path) => {
    let answer = answers.get(path)
    if (answer === undefined) {
      answer = groupsOfPath(root, path).length > 0
      answers.set(path, answer)
    }
    return answer
  }
}
