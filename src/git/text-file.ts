import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { hasCode, RepositoryError, withSubject } from '../errors.ts'
import { checkSize } from './objects/object.ts'

const MAX_TEXT_BYTES = 128 * 1024 * 1024

/** Returns the stats of a path; undefined if it does not exist. Throws RepositoryError if it cannot be read. */
export function statPath(path: string): Stats | undefined {
  return unlessAbsent(path, 'read', () => statSync(path, { throwIfNoEntry: false }))
}

/**
 * Reads one of Git's own text files (refs, alternates, config); undefined if there is no regular file. Throws
 * RepositoryError if the file is larger than 128 MiB or cannot be read.
 */
export function readTextFile(path: string): string | undefined {
  const stats = statPath(path)
  if (!stats?.isFile()) return undefined
  withSubject(path, () => checkSize(stats.size, MAX_TEXT_BYTES))
  return unlessAbsent(path, 'read', () => readFileSync(path, 'utf8'))
}

/**
 * Returns the names in a folder, or all paths below it; none if there is no folder. Throws RepositoryError if it cannot
 * be listed.
 */
export function listFolder(path: string, recursive = false): string[] {
  const list = () => readdirSync(path, { recursive, encoding: 'utf8' })
  return unlessAbsent(path, 'listed', list) ?? []
}

/** Returns the result of a file system call; undefined if the path does not exist. Throws RepositoryError. */
export function unlessAbsent<T>(
  path: string,
  action: 'read' | 'listed',
  call: () => T,
): T | undefined {
  try {
    return call()
  } catch (cause) {
    if (isAbsence(cause)) return undefined
    throw new RepositoryError('disk', `${path}: cannot be ${action}`, { cause })
  }
}

/** Returns a function that parses a text file ('' without a file), and again only when the file has changed. */
export function createFileReader<T>(path: string, parse: (text: string) => T): () => T {
  let cached: { readonly stamp: string; readonly value: T } | undefined
  return () => {
    const stats = statPath(path)
    const stamp = stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}` : ''
    if (cached?.stamp !== stamp) cached = { stamp, value: parse(readTextFile(path) ?? '') }
    return cached.value
  }
}

/** Returns whether a file system error means that the file does not exist; a name that is too long counts too. */
export function isAbsence(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}
