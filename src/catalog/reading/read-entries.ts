import type { Entry, ParsedFile, ParseOptions } from '../../../formats/entry.ts'
import { packFolder } from '../../../formats/folder.ts'
import type { FileVersion, Format } from '../../../formats/format.ts'
import { type Cache, createCache } from '../../cache.ts'
import { ParseError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { compareCodePoints } from '../../languages/order.ts'
import { placeAt } from '../../text.ts'
import type { Locate } from './entry.ts'
import { isFolder } from './file-tree.ts'

/** A file, and where each of its entries is. */
export interface Found extends ParsedFile {
  readonly locate: Locate
}

/**
 * Parses a file without places, which saves most of the time; the file is parsed again when a place is asked for, as
 * happens once for a file that is broken. Throws ParseError.
 */
export function readEntries(format: Format, bytes: Uint8Array, options: ParseOptions): Found {
  const file = format.parse(bytes, { ...options, withoutOffsets: true })
  return {
    ...file,
    locate(entry) {
      const located = format.parse(bytes, options).entries[file.entries.indexOf(entry)] ?? entry
      return placeAt(format.decode(bytes), located.offset)
    },
  }
}

const MAX_VERSION_BYTES = 32 << 20
/** What the entries of a file take in memory, for each of its bytes. */
const ENTRIES_PER_BYTE = 8

/** Reads files without places, by language one version after the other: the next one hardly differs. Throws ParseError. */
export function createVersionReader(
  format: Format,
  role: Pick<ParseOptions, 'isMonolingual' | 'isTemplate'>,
): (bytes: Uint8Array, languageCode: string) => readonly Entry[] {
  const versions: Cache<FileVersion> = createCache({ maxBytes: MAX_VERSION_BYTES })
  return (bytes, languageCode) => {
    const options = { ...role, languageCode, withoutOffsets: true }
    const version = format.readVersion?.(bytes, versions.get(languageCode), options)
    if (version === undefined) return format.parse(bytes, options).entries
    versions.set(languageCode, version, ENTRIES_PER_BYTE * bytes.length)
    return version.entries
  }
}

/** Many times what folders of translations have; a hostile tree can hold endlessly many. */
const MAX_FOLDER_ENTRIES = 10_000
const MAX_FOLDER_BYTES = 64 * 1024 * 1024

/**
 * The bytes that a format parses: of a blob, or of a folder's files by its tree. Throws RepositoryError
 * or ParseError.
 */
export function readContent(repository: Repository, { folder }: Format, oid: string): Buffer {
  return folder === undefined
    ? repository.readBlob(oid)
    : packFolder(readFolder(repository, folder, oid))
}

/** The files below a tree whose paths in it match, by code point. Throws RepositoryError, or ParseError for too many. */
export function readFolder(
  repository: Repository,
  wanted: RegExp,
  oid: string,
): (readonly [path: string, bytes: Buffer])[] {
  const files: [path: string, bytes: Buffer][] = []
  const open = [{ oid, path: '' }]
  let seen = 0
  let held = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of repository.readTree(next.oid)) {
      if (++seen > MAX_FOLDER_ENTRIES) {
        throw new ParseError(`expected at most ${MAX_FOLDER_ENTRIES} files in a folder`, 1, 1)
      }
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`
      if (isFolder(entry)) open.push({ oid: entry.oid, path })
      else if (entry.mode.startsWith('100') && wanted.test(path)) {
        const blob = repository.readBlob(entry.oid)
        held += blob.length
        if (held > MAX_FOLDER_BYTES) {
          throw new ParseError(`expected at most ${MAX_FOLDER_BYTES} bytes in a folder`, 1, 1)
        }
        files.push([path, blob])
      }
    }
  }
  return files.sort(([one], [other]) => compareCodePoints(one, other))
}
