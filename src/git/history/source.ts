import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { findGitFolder } from '../git-folder.ts'
import { commitTime, parseCommit } from '../objects/commit.ts'
import { isOid, MAX_OBJECT_BYTES, type ObjectType } from '../objects/object.ts'
import { createObjectStore } from '../objects/objects.ts'
import { readTextFile } from '../text-file.ts'
import { compareBytes } from './folder-comparison.ts'
import type { CompareFolders } from './tree-diff.ts'

/** The part of a commit that the index needs. */
export interface CommitHead {
  readonly tree: string
  readonly parents: readonly string[]
  /** When it was committed, in seconds since 1970. */
  readonly timestamp: number
}

/** Reads a repository for the index: faster than `Repository`, as it decodes only what is needed. */
export interface HistorySource {
  readCommit(oid: string): CommitHead
  compareFolders: CompareFolders
  isShallow(oid: string): boolean
  close(): void
}

const NO_ENTRIES = Buffer.alloc(0)
const MAX_KEPT_TREES = 512
const MAX_KEPT_TREE_BYTES = 64 * 1024

/** Opens a repository on disk; its `shallow` file is read once. Reads throw RepositoryError naming the object. */
export function openHistorySource(options: {
  readonly path: string
  readonly maxObjectBytes?: number
}): HistorySource {
  const { commonDir, objectFolders } = findGitFolder(options.path)
  const store = createObjectStore({
    folders: objectFolders,
    maxObjectBytes: options.maxObjectBytes ?? MAX_OBJECT_BYTES,
    cacheBytes: 48 * 1024 * 1024,
    verify: false,
  })
  const shallow = new Set(readTextFile(join(commonDir, 'shallow'))?.split('\n').filter(isOid))

  function read(oid: string, type: ObjectType): Buffer {
    const object = store.read(oid)
    if (object === undefined)
      throw new RepositoryError(`object ${oid}: missing`, { code: 'damaged' })
    if (object.type === type) return object.data
    throw new RepositoryError(`object ${oid}: expected a ${type}, found a ${object.type}`, {
      code: 'damaged',
    })
  }

  const kept = new Map<string, Buffer>()
  function readTree(oid: string | undefined): Buffer {
    if (oid === undefined) return NO_ENTRIES
    const known = kept.get(oid)
    if (known !== undefined) return known
    const data = read(oid, 'tree')
    if (kept.size === MAX_KEPT_TREES) kept.clear()
    if (data.length <= MAX_KEPT_TREE_BYTES) kept.set(oid, data)
    return data
  }

  return {
    readCommit: (oid) => parseHead(oid, read(oid, 'commit')),
    compareFolders: (old, next, isWanted) =>
      compareBytes([readTree(old), readTree(next)], next ?? old ?? '', isWanted),
    isShallow: (oid) => shallow.has(oid),
    close: store.close,
  }
}

/** Bytes of an id, and of a line `tree ID` or `parent ID` with its end. */
const ID = 40
const TREE_LINE = 46
const PARENT_LINE = 48

function parseHead(oid: string, data: Buffer): CommitHead {
  const text = data.toString('latin1', 0, Math.max(0, data.indexOf('\n\n')))
  const usual =
    /^tree [0-9a-f]{40}\n((?:parent [0-9a-f]{40}\n)*)author .*\ncommitter .*> (\d{1,15}) /.exec(
      text,
    )
  if (usual !== null) {
    const [, lines = '', seconds] = usual
    // Ids are read from the bytes: as parts of the text they would keep it in memory.
    const idBefore = (lineEnd: number) => data.toString('latin1', lineEnd - 1 - ID, lineEnd - 1)
    const parents: string[] = []
    for (let at = PARENT_LINE; at <= lines.length; at += PARENT_LINE) {
      parents.push(idBefore(TREE_LINE + at))
    }
    return { tree: idBefore(TREE_LINE), parents, timestamp: commitTime(seconds) }
  }
  const { tree, parents, committer } = parseCommit(oid, data)
  return { tree, parents, timestamp: committer.timestamp }
}
