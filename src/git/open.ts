import { join } from 'node:path'
import { oncePerText } from '../cache.ts'
import { RepositoryError, unless, withSubject } from '../errors.ts'
import { HOW_TO_COMPLETE, promisorOf } from './git-config.ts'
import { findGitFolder } from './git-folder.ts'
import { withLfsContent } from './lfs.ts'
import { parseCommit } from './objects/commit.ts'
import {
  damaged,
  type GitObject,
  isOid,
  MAX_OBJECT_BYTES,
  type ObjectType,
} from './objects/object.ts'
import { ObjectStore } from './objects/objects.ts'
import { parseTree } from './objects/tree.ts'
import { createRefs, type Refs } from './refs.ts'
import type { Ref, Repository } from './repository.ts'
import { createFileReader, readTextFile } from './text-file.ts'

/** Which repository to read, and within which limits. */
export interface OpenOptions {
  /** A bare repository, a work tree, or its `.git` file. */
  readonly path: string
  /** Larger objects are rejected (default: 64 MiB). */
  readonly maxObjectBytes?: number
  /** Size of a private cache for delta bases (default: shares the thread's cache). */
  readonly cacheBytes?: number
  /** Whether to verify every object's SHA-1 (default: no). */
  readonly verify?: boolean
}

const MAX_PEELS = 16
const MAX_KEPT_PEELS = 10_000

/**
 * Opens a repository on disk, which other processes may write to meanwhile. The buffers that it returns are shared:
 * do not modify them. Throws RepositoryError saying what was expected if the path is not a repository.
 */
export function openRepository(options: OpenOptions): Repository {
  const { gitDir, commonDir, objectFolders } = findGitFolder(options.path)
  const { maxObjectBytes = MAX_OBJECT_BYTES } = options
  const store = new ObjectStore({
    folders: objectFolders,
    maxObjectBytes,
    cacheBytes: options.cacheBytes,
    verify: options.verify ?? false,
  })
  const refs = createRefs(gitDir, commonDir)
  const readShallow = createFileReader(
    join(commonDir, 'shallow'),
    (text) => new Set(text.split('\n').filter(isOid)),
  )
  const peel = createPeel(store, (oid) => missingObject(oid, commonDir))

  function read<T>(oid: string, type: ObjectType, parse: (data: Buffer) => T): T {
    const object = store.read(oid)
    if (!object) throw missingObject(oid, commonDir, ` in ${gitDir}`)
    return parseAs(oid, type, object, parse)
  }

  const hasEncodingsAt = oncePerText((head) => readEncodings(repository, head, commonDir))

  const repository: Repository = {
    place: { gitDir, maxObjectBytes },
    resolve: (ref) => resolveRef(refs, peel, ref) ?? resolveShortId(store, peel, ref),
    listRefs: () => readRefs(refs, (name) => resolveRef(refs, peel, name)),
    defaultBranch() {
      const head = refs.head()
      return head?.startsWith('refs/heads/') ? head.slice('refs/heads/'.length) : undefined
    },
    has: (oid) => store.has(oid),
    readCommit: (oid) => read(oid, 'commit', (data) => parseCommit(oid, data)),
    readTree: (oid) => read(oid, 'tree', parseTree),
    readTreeBytes: (oid) => read(oid, 'tree', (data) => data),
    readBlob: (oid) =>
      withLfsContent(
        read(oid, 'blob', (data) => data),
        commonDir,
        maxObjectBytes,
      ),
    hasEncodings: () => hasEncodingsAt(repository.resolve('HEAD') ?? ''),
    isShallow: (oid) => readShallow().has(oid),
    close: () => store.close(),
  }
  return repository
}

function missingObject(oid: string, commonDir: string, where = ''): RepositoryError {
  return promisorOf(commonDir) === undefined
    ? damaged(`object ${oid}: missing${where}`)
    : new RepositoryError(
        'incomplete',
        `object ${oid}: not in this partial clone; ${HOW_TO_COMPLETE}`,
      )
}

/** Throws RepositoryError naming the object if its type is wrong or its content is malformed. */
function parseAs<T>(
  oid: string,
  type: ObjectType,
  object: GitObject,
  parse: (data: Buffer) => T,
): T {
  return withSubject(`object ${oid}`, () => {
    if (object.type === type) return parse(object.data)
    throw damaged(`expected a ${type}, found a ${object.type}`)
  })
}

function resolveRef(refs: Refs, peel: Peel, ref: string): string | undefined {
  const oid = ref.toLowerCase()
  if (isOid(oid)) {
    const commit = peel(oid, true)
    if (commit !== undefined) return commit
  }
  const names = [
    ref,
    `refs/heads/${ref}`,
    `refs/tags/${ref}`,
    `refs/remotes/${ref}`,
    `refs/remotes/origin/${ref}`,
  ]
  // A branch without commits must not resolve to the HEAD of `origin`.
  for (const name of ref === 'HEAD' ? [ref] : names) {
    const target = refs.read(name)
    if (target !== undefined) return peel(target, false)
  }
  return undefined
}

/** If this many objects share a short id, it counts as ambiguous, whatever their types. */
const MAX_SHORT_IDS = 16

/** Returns the commit whose id starts with at least 7 given digits; undefined unless there is exactly one. */
function resolveShortId(store: ObjectStore, peel: Peel, text: string): string | undefined {
  if (!/^[0-9a-f]{7,39}$/i.test(text)) return undefined
  const ids = store.findIds(text.toLowerCase(), MAX_SHORT_IDS)
  if (ids.length >= MAX_SHORT_IDS) return undefined
  const commits = new Set(ids.flatMap((oid) => peel(oid, true) ?? []))
  return commits.size === 1 ? [...commits][0] : undefined
}

/** Follows a tag to its commit; returns undefined for trees and blobs. */
type Peel = (oid: string, mayBeMissing: boolean) => string | undefined

function createPeel(store: ObjectStore, missing: (oid: string) => RepositoryError): Peel {
  const peeled = new Map<string, string>()
  return (oid, mayBeMissing) => {
    const cached = peeled.get(oid)
    if (cached !== undefined) return cached
    let at = oid
    for (let depth = 0; depth < MAX_PEELS; depth++) {
      const object = store.read(at)
      if (!object && mayBeMissing && depth === 0) return undefined
      if (!object) throw missing(at)
      if (object.type === 'commit') {
        if (peeled.size === MAX_KEPT_PEELS) peeled.clear()
        peeled.set(oid, at)
        return at
      }
      if (object.type !== 'tag') return undefined
      at = parseAs(at, 'tag', object, parseTagTarget)
    }
    throw new RepositoryError('too-large', `object ${oid}: more than ${MAX_PEELS} tags in a row`)
  }
}

function parseTagTarget(data: Buffer): string {
  const target = /^object ([0-9a-f]{40})\n/.exec(data.toString('latin1', 0, 48))?.[1]
  if (target === undefined) throw damaged('tag without an object')
  return target
}

/** Refs read per folder; the rest are skipped. */
const MAX_REFS = 10_000

/** Applies to clones and work trees alike: a clone keeps the branches that it serves in `refs/heads/`. */
const FOLDERS = [
  { kind: 'branch', folder: 'refs/heads/' },
  { kind: 'branch', folder: 'refs/remotes/origin/' },
  { kind: 'tag', folder: 'refs/tags/' },
] as const

/** Lists refs as `Repository.listRefs` describes; `resolve` need not know short ids. */
function readRefs(refs: Refs, resolve: (ref: string) => string | undefined): Ref[] {
  const list: Ref[] = []
  const branches = new Set(['HEAD'])
  for (const { kind, folder } of FOLDERS) {
    for (const full of refs.list(folder).slice(0, MAX_REFS)) {
      const short = full.slice(folder.length)
      if (kind === 'branch' && branches.has(short)) continue
      const read = () => {
        const oid = resolve(full)
        if (oid === undefined) return
        if (kind === 'branch') branches.add(short)
        list.push({ kind, name: resolve(short) === oid ? short : full, oid })
      }
      // A damaged ref must not hide the others.
      unless(read, RepositoryError)
    }
  }
  return list
}

/** How many folders are searched for attribute files. */
const MAX_FOLDERS = 2000
const ENCODING = /\bworking-tree-encoding=/

/** Returns whether attributes, in a commit (if any) or of the clone, declare an encoding other than UTF-8 for some files. */
function readEncodings(repository: Repository, head: string, commonDir: string): boolean {
  if (ENCODING.test(readTextFile(join(commonDir, 'info', 'attributes')) ?? '')) return true
  const find = () => isEncodedIn(repository, repository.readCommit(head).tree)
  // Reading the files themselves will report an error.
  return head !== '' && (unless(find, RepositoryError) ?? false)
}

function isEncodedIn(repository: Repository, root: string): boolean {
  const folders = [root]
  for (let at = 0; at < folders.length && at < MAX_FOLDERS; at++) {
    for (const { name, mode, oid } of repository.readTree(folders[at]!)) {
      if (mode === '40000') folders.push(oid)
      else if (name === '.gitattributes' && ENCODING.test(repository.readBlob(oid).toString())) {
        return true
      }
    }
  }
  return false
}
