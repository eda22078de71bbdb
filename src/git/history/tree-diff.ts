import type { Repository, TreeEntry } from '../repository.ts'
import type { MatchNode } from './path-matcher.ts'

/** An entry at a path that a matcher wants, as it was on either side; undefined where there is none. */
export interface PathChange {
  readonly path: string
  readonly groups: readonly number[]
  readonly old: TreeEntry | undefined
  readonly new: TreeEntry | undefined
}

/** Compares the wanted paths of two root trees (undefined: the empty tree). */
export type CompareTrees = (old: string | undefined, next: string | undefined) => PathChange[]

interface WantedEntry {
  readonly entry: TreeEntry
  readonly node: MatchNode
}

type WantedTree = ReadonlyMap<string, WantedEntry>

const nothing: WantedTree = new Map()
const maxKeptEntries = 200_000
const maxDepth = 256

/**
 * A comparison of trees limited to what a matcher wants, which reads only folders that differ and remembers those it read
 * last. Changes come in Git's order. Entries are compared by mode and id; submodules count as absent.
 */
export function createComparison(repository: Repository, root: MatchNode): CompareTrees {
  const read = createWantedReader(repository)

  function compare(
    oids: readonly [old: string | undefined, next: string | undefined],
    node: MatchNode,
    { prefix, depth }: { prefix: string; depth: number },
    found: PathChange[],
  ): void {
    if (oids[0] === oids[1] || depth > maxDepth) return
    const old = read(oids[0], node)
    const next = read(oids[1], node)
    for (const [name, was] of old) {
      const is = next.get(name)
      if (!isSame(was.entry, is?.entry)) visit({ name, was, is }, { prefix, depth }, found)
    }
    for (const [name, is] of next) {
      if (!old.has(name)) visit({ name, was: undefined, is }, { prefix, depth }, found)
    }
  }

  function visit(
    { name, was, is }: { name: string; was: WantedEntry | undefined; is: WantedEntry | undefined },
    { prefix, depth }: { prefix: string; depth: number },
    found: PathChange[],
  ): void {
    const node = (was ?? is)?.node
    if (node === undefined) return
    const path = prefix + name
    if (node.groups.length > 0) {
      const [old, next] = [fileOf(was), fileOf(is)]
      if (!isSame(old, next)) found.push({ path, groups: node.groups, old, new: next })
    }
    if (!node.isFolder) return
    compare([folderOf(was), folderOf(is)], node, { prefix: `${path}/`, depth: depth + 1 }, found)
  }

  return (old, next) => {
    const found: PathChange[] = []
    compare([old, next], root, { prefix: '', depth: 0 }, found)
    return found.sort(byPath)
  }
}

/** Reads the entries of a folder that a node wants; the same two arguments mostly give what was read before. */
function createWantedReader(
  repository: Repository,
): (oid: string | undefined, node: MatchNode) => WantedTree {
  let kept = new WeakMap<MatchNode, Map<string, WantedTree>>()
  let count = 0

  return (oid, node) => {
    if (oid === undefined) return nothing
    let trees = kept.get(node)
    const known = trees?.get(oid)
    if (known !== undefined) return known
    const wanted = new Map<string, WantedEntry>()
    for (const entry of repository.readTree(oid)) {
      const child = node.child(entry.name)
      if (child !== undefined) wanted.set(entry.name, { entry, node: child })
    }
    count += wanted.size + 1
    if (count > maxKeptEntries) {
      kept = new WeakMap()
      trees = undefined
      count = wanted.size + 1
    }
    if (trees === undefined) {
      trees = new Map()
      kept.set(node, trees)
    }
    trees.set(oid, wanted)
    return wanted
  }
}

function fileOf(wanted: WantedEntry | undefined): TreeEntry | undefined {
  const mode = wanted?.entry.mode
  return mode === '40000' || mode === '160000' ? undefined : wanted?.entry
}

function folderOf(wanted: WantedEntry | undefined): string | undefined {
  return wanted?.entry.mode === '40000' ? wanted.entry.oid : undefined
}

function isSame(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  return a === b || (a !== undefined && a.oid === b?.oid && a.mode === b.mode)
}

/** Git's order: by the bytes of the whole path. */
function byPath(a: PathChange, b: PathChange): number {
  return a.path === b.path ? 0 : Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))
}
