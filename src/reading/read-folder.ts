import { createHash } from 'node:crypto'
import type { Format } from '../../formats/format.ts'
import { ParseError, RepositoryError, unless } from '../errors.ts'
import type { Repository } from '../git/repository.ts'
import { compareCodePoints } from '../languages/order.ts'
import { isFolder } from './file-tree.ts'

/** Files in a folder that is one translation: many times what real ones hold; a hostile tree can hold endlessly many. */
const MAX_FOLDER_ENTRIES = 10_000
const MAX_FOLDER_BYTES = 64 * 1024 * 1024

/** Returns the matching files below a tree by code point. Throws RepositoryError, or ParseError for too many. */
export function readFolder(
  repository: Repository,
  pattern: NonNullable<Format['folder']>,
  oid: string,
  bytesOf?: (oid: string) => Buffer,
): (readonly [path: string, bytes: Buffer])[] {
  const files: [path: string, bytes: Buffer][] = []
  for (const [path, bytes] of blobsBelow(repository, oid, bytesOf)) {
    if (pattern.test(path)) files.push([path, bytes()])
  }
  return files.sort(([a], [b]) => compareCodePoints(a, b))
}

/** Returns Weblate's revision of a folder: SHA-1 over all files and paths; undefined if unreadable or too large. */
export function hashFolder(repository: Repository, path: string, oid: string): string | undefined {
  const digest = () => {
    const hash = createHash('sha1')
    const files = blobsBelow(repository, oid).map(([name, bytes]) => {
      return { path: `${path}/${name}`, bytes }
    })
    for (const file of files.sort((a, b) => compareCodePoints(a.path, b.path))) {
      const bytes = file.bytes()
      hash.update(`${file.path}blob ${bytes.length}\0`).update(bytes)
    }
    return hash.digest('hex')
  }
  // The texts of the folder may still be stored.
  return unless(digest, RepositoryError, ParseError)
}

/** Lists the files below a tree; `bytes` reads one. Throws RepositoryError, or ParseError if there are too many. */
function blobsBelow(
  repository: Repository,
  oid: string,
  bytesOf: (oid: string) => Buffer = repository.readBlob.bind(repository),
): (readonly [path: string, bytes: () => Buffer])[] {
  const files: (readonly [string, () => Buffer])[] = []
  const open = [{ oid, path: '' }]
  let seen = 0
  let held = 0
  function read(oid: string): Buffer {
    const blob = bytesOf(oid)
    held += blob.length
    if (held > MAX_FOLDER_BYTES) {
      throw new ParseError(`expected at most ${MAX_FOLDER_BYTES} bytes in a folder`, 1, 1)
    }
    return blob
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of repository.readTree(next.oid)) {
      if (++seen > MAX_FOLDER_ENTRIES) {
        throw new ParseError(`expected at most ${MAX_FOLDER_ENTRIES} files in a folder`, 1, 1)
      }
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`
      if (isFolder(entry)) open.push({ oid: entry.oid, path })
      else if (entry.mode.startsWith('100')) files.push([path, () => read(entry.oid)])
    }
  }
  return files
}
