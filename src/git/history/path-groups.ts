import { createNameTest, escapeGlob, isGlob, type NameTest } from '../glob.ts'

/** The segments of a path as globs, see `createNameTest`. With a final `''`, the pattern matches a folder. */
export type PathPattern = readonly string[]

/** A folder in which paths can match, or the end of a matching path. */
export interface MatchNode {
  /** Groups (by index) whose patterns match the path so far; empty if only deeper paths match. */
  readonly groups: readonly number[]
  /** Whether a deeper path can match. */
  readonly isFolder: boolean
  /** Returns the node of a name in this folder; undefined if the name cannot match. */
  child(name: string): MatchNode | undefined
}

interface PatternPosition {
  readonly group: number
  readonly pattern: PathPattern
  readonly depth: number
}

// How many names a folder caches; later names are matched again each time.
const MAX_KEPT_NAMES = 20_000

/** Builds a matcher and returns its root folder. A path belongs to every group with a pattern that matches it. */
export function createMatcher(groups: readonly (readonly PathPattern[])[]): MatchNode {
  return createNode(
    groups.flatMap((patterns, group) =>
      patterns.map((pattern): PatternPosition => ({ group, pattern, depth: 0 })),
    ),
  )
}

/** Returns the groups (by index) to which a path belongs. */
export function groupsOfPath(root: MatchNode, path: string): readonly number[] {
  let node: MatchNode | undefined = root
  for (const name of path.split('/')) node = node?.child(name)
  return [...(node?.groups ?? []), ...(node?.child('')?.groups ?? [])]
}

/** Returns the pattern of a single path; a trailing slash stands for a folder. */
export function literalPattern(path: string): PathPattern {
  return path.split('/').map(escapeGlob)
}

function createNode(places: readonly PatternPosition[]): MatchNode {
  const ends = places.filter(({ pattern, depth }) => depth === pattern.length)
  const literals = new Map<string, PatternPosition[]>()
  const globs: { readonly test: NameTest; readonly next: PatternPosition }[] = []
  for (const { group, pattern, depth } of places) {
    const segment = pattern[depth]
    if (segment === undefined) continue
    const next = { group, pattern, depth: depth + 1 }
    if (isGlob(segment)) globs.push({ test: createNameTest(segment), next })
    else if (!literals.get(segment)?.push(next)) literals.set(segment, [next])
  }
  const nodes = new Map<string, MatchNode | undefined>()

  function find(name: string): MatchNode | undefined {
    const next = [...(literals.get(name) ?? [])]
    for (const { test, next: place } of globs) {
      if (test(name)) next.push(place)
    }
    return next.length === 0 ? undefined : createNode(next)
  }

  return {
    groups: [...new Set(ends.map(({ group }) => group))],
    isFolder: ends.length < places.length,
    child(name) {
      const matchNode = nodes.get(name)
      if (matchNode !== undefined || (globs.length === 0 && !literals.has(name))) return matchNode
      if (nodes.has(name)) return undefined
      const node = find(name)
      if (nodes.size < MAX_KEPT_NAMES) nodes.set(name, node)
      return node
    },
  }
}
