import { readFileSync, type Stats, statSync } from 'node:fs'
import { hasCode, RepositoryError } from '../errors.ts'

const MAX_TEXT_BYTES = 128 * 1024 * 1024

/** Facts about a file or folder; undefined when it does not exist. Throws RepositoryError when it cannot be read. */
export function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    if (isAbsence(cause)) return undefined
    throw new RepositoryError(`${path}: cannot be read`, { code: 'disk', cause })
  }
}

/**
 * Content of one of Git's own text files (refs, alternates, config); undefined when there is no regular file.
 * Throws RepositoryError over 128 MiB or when it cannot be read.
 */
export function readTextFile(path: string): string | undefined {
  const stats = statPath(path)
  if (!stats?.isFile()) return undefined
  if (stats.size > MAX_TEXT_BYTES) {
    throw new RepositoryError(`${path}: ${stats.size} bytes, over the limit of ${MAX_TEXT_BYTES}`, {
      code: 'too-large',
    })
  }
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (isAbsence(cause)) return undefined
    throw new RepositoryError(`${path}: cannot be read`, { code: 'disk', cause })
  }
}

/** Value of `parse` over a text file, cached until the file changes. The parser gets '' for no file. */
export function createFileReader<T>(path: string, parse: (text: string) => T): () => T {
  let cached: { readonly stamp: string; readonly value: T } | undefined
  return () => {
    const stats = statPath(path)
    const stamp = stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}` : ''
    if (cached?.stamp !== stamp) cached = { stamp, value: parse(readTextFile(path) ?? '') }
    return cached.value
  }
}

/** Whether a file system error means that the file does not exist, as one with too long a name. */
export function isAbsence(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}
