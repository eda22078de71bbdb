import type { TreeEntry } from '../repository.ts'
import type { MatchNode } from './path-groups.ts'

/** A difference between two folders; a side is undefined if it has no entry of this kind. */
export interface EntryChange {
  readonly name: string
  readonly old: TreeEntry | undefined
  readonly new: TreeEntry | undefined
}

/** Returns the wanted entries in which two folders differ. Folders are tree ids; undefined is an empty folder. */
export type CompareFolders = (
  old: string | undefined,
  next: string | undefined,
  isWanted: (name: string) => boolean,
) => readonly EntryChange[]

/** A file or folder that a matcher wants, on both sides; undefined on the side that lacks it. */
export interface PathChange {
  readonly path: string
  readonly groups: readonly number[]
  readonly old: TreeEntry | undefined
  readonly new: TreeEntry | undefined
}

/** Compares the wanted files of two root trees; undefined stands for the empty tree. */
export type CompareTrees = (old: string | undefined, next: string | undefined) => PathChange[]

const MAX_DEPTH = 256

/**
 * Returns a function that compares trees, limited to the files that a matcher wants. Reads only folders that
 * differ. Changes come in Git's order. Files are compared by mode and id; submodules count as absent.
 */
export function createComparison(compareFolders: CompareFolders, root: MatchNode): CompareTrees {
  function compare(
    oids: readonly [old: string | undefined, next: string | undefined],
    node: MatchNode,
    { prefix, depth }: { prefix: string; depth: number },
    pathChanges: PathChange[],
  ): void {
    if (oids[0] === oids[1] || depth > MAX_DEPTH) return
    const isWanted = (name: string) => node.child(name) !== undefined
    for (const { name, old, new: next } of compareFolders(oids[0], oids[1], isWanted)) {
      const child = node.child(name)
      if (child === undefined) continue
      const path = prefix + name
      for (const [matchNode, asWanted] of [
        [child, asFile],
        [child.child(''), asFolderOrLink],
      ] as const) {
        const groups = matchNode?.groups ?? []
        const [was, is] = [asWanted(old), asWanted(next)]
        if (groups.length > 0 && !isSame(was, is))
          pathChanges.push({ path, groups, old: was, new: is })
      }
      if (!child.isFolder) continue
      const below = { prefix: `${path}/`, depth: depth + 1 }
      compare([asFolder(old), asFolder(next)], child, below, pathChanges)
    }
  }

  return function compareTrees(old, next) {
    const pathChanges: PathChange[] = []
    compare([old, next], root, { prefix: '', depth: 0 }, pathChanges)
    return pathChanges.length < 2 ? pathChanges : pathChanges.sort(byPath)
  }
}

/** Returns the entry if it is a file or a symbolic link. */
export function asFile(entry: TreeEntry | undefined): TreeEntry | undefined {
  return entry?.mode === '40000' || entry?.mode === '160000' ? undefined : entry
}

function asFolderOrLink(entry: TreeEntry | undefined): TreeEntry | undefined {
  return entry?.mode === '40000' || entry?.mode === '120000' ? entry : undefined
}

/** Returns the tree id if the entry is a folder. */
export function asFolder(entry: TreeEntry | undefined): string | undefined {
  return entry?.mode === '40000' ? entry.oid : undefined
}

/** Returns whether an entry is the same on both sides. */
function isSame(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  return a === b || (a !== undefined && a.oid === b?.oid && a.mode === b.mode)
}

/** Compares by the bytes of the whole path, which is Git's order. */
function byPath(a: PathChange, b: PathChange): number {
  return a.path === b.path ? 0 : Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))
}
