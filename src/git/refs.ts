import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { damaged, isOid } from './objects/object.ts'
import { createFileReader, listFolder, readTextFile, statPath, unlessAbsent } from './text-file.ts'

/** Reads refs by name. */
export type Refs = ReturnType<typeof createRefs>

type Value = { readonly oid: string } | { readonly target: string }

// Git's SYMREF_MAXDEPTH.
const MAX_DEPTH = 5

/** Opens refs. In a linked worktree, `HEAD` is in `gitDir`, all else in `commonDir`. Reads see the current files. */
export function createRefs(gitDir: string, commonDir: string) {
  const packed = join(commonDir, 'packed-refs')
  const readPacked = createFileReader(packed, (text) => parsePackedRefs(packed, text))

  function readValue(name: string): Value | undefined {
    const folder = isOfWorktree(name) ? gitDir : commonDir
    const text = readInside(folder, name)
    if (text !== undefined) return parseValue(join(folder, name), text)
    const oid = readPacked().get(name)
    return oid === undefined ? undefined : { oid }
  }

  /**
   * Returns the object id to which a full ref name or `HEAD` leads; undefined if there is no such ref or its name
   * is not allowed. Throws RepositoryError if the ref is malformed or symbolic refs form a cycle.
   */
  function read(name: string): string | undefined {
    if (name !== 'HEAD' && !isFullRefName(name)) return undefined
    let at = name
    for (let depth = 0; depth <= MAX_DEPTH; depth++) {
      const value = readValue(at)
      if (!value) return undefined
      if ('oid' in value) return value.oid
      at = value.target
    }
    throw damaged(`ref ${name}: expected at most ${MAX_DEPTH} symbolic refs in a row`)
  }

  /** Returns the full name of the ref to which `HEAD` points; undefined if it is detached or missing. */
  function head(): string | undefined {
    const value = readValue('HEAD')
    return value && 'target' in value ? value.target : undefined
  }

  /** Lists full names below a folder (`refs/tags/`), sorted; some may not be refs. Throws RepositoryError. */
  function list(folder: string): string[] {
    const packed = [...readPacked().keys()].filter((name) => name.startsWith(folder))
    const paths = listFolder(join(commonDir, folder), true)
    const loose = paths.map((path) => folder + path.replaceAll(sep, '/'))
    const names = new Set([...packed, ...loose])
    return [...names].filter(isFullRefName).sort()
  }

  return { read, head, list }
}

/**
 * Returns whether a name may be a ref below `refs/` (https://git-scm.com/docs/git-check-ref-format). Such a name is
 * also safe as a relative path. Rejects names that are not UTF-8, since nobody could request them.
 */
export function isFullRefName(name: string): boolean {
  if (!name.startsWith('refs/') || name.endsWith('.') || name.length > 1024) return false
  if (/[\0-\x20\x7f~^:?*[\\\ufffd]|\.\.|@\{/.test(name)) return false
  return name
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}

function isOfWorktree(name: string): boolean {
  return name === 'HEAD' || /^refs\/(bisect|worktree|rewritten)\//.test(name)
}

function parseValue(path: string, text: string): Value {
  if (text.startsWith('ref:')) {
    const target = text.slice(4).trim()
    if (!isFullRefName(target)) {
      throw damaged(`${path}: expected a symbolic ref to a name below refs/`)
    }
    return { target }
  }
  const oid = text.slice(0, 40).toLowerCase()
  if (!isOid(oid) || /^\S/.test(text.slice(40))) {
    throw new RepositoryError('disk', `${path}: expected an object id or a symbolic ref`)
  }
  return { oid }
}

function readInside(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  if (!statPath(path)?.isFile()) return undefined
  // A symbolic link may lead out of the repository.
  const isInside = unlessAbsent(path, 'read', () =>
    realpathSync.native(path).startsWith(realpathSync.native(folder) + sep),
  )
  return isInside ? readTextFile(path) : undefined
}

/**
 * Parses lines `oid name`. Skips lines `^oid` (the target of an annotated tag), since reads peel tags. Like Git,
 * throws RepositoryError for any other line, and for a truncated last line.
 */
function parsePackedRefs(path: string, text: string): ReadonlyMap<string, string> {
  const refs = new Map<string, string>()
  const lines = text.split('\n')
  const rest = lines.pop()
  for (const line of lines) {
    const [, oid, name] = /^([0-9a-f]{40}) ([^\0-\x20\x7f]+)\r?$/.exec(line) ?? []
    if (oid !== undefined && name !== undefined) refs.set(name, oid)
    else if (!/^[#^]/.test(line)) throw wrongLine(path)
  }
  if (rest !== '') throw wrongLine(path)
  return refs
}

function wrongLine(path: string): RepositoryError {
  return damaged(`${path}: expected an object id and the name of a ref in each line`)
}

/** Throws RepositoryError unless Git allows the name for a branch; `''` is allowed. */
export function checkBranchName(branch: string): void {
  if (branch === '' || (!branch.startsWith('-') && isFullRefName(`refs/heads/${branch}`))) return
  throw new RepositoryError('refused', `${JSON.stringify(branch)} is not the name of a branch`)
}
