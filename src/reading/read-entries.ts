import { Buffer, isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  type Entry,
  type Fault,
  type ParsedFile,
  type ParseOptions,
  SEP,
} from '../../formats/entry.ts'
import { packFolder } from '../../formats/folder.ts'
import type { FileVersion, Format } from '../../formats/format.ts'
import { type Cache, createCache } from '../cache.ts'
import { ParseError, RepositoryError } from '../errors.ts'
import type { Repository } from '../git/repository.ts'
import { compareCodePoints } from '../languages/order.ts'
import type { FoundFault } from '../model/file-summary.ts'
import { CONTROL, nameOfControl, placeAt } from '../text.ts'
import type { Locate } from './entry.ts'
import { isFolder } from './file-tree.ts'

/** The entries of a file, and the places of each. */
export interface Found extends ParsedFile {
  readonly locate: Locate
  /** The first faults, in file order. */
  readonly faults: readonly FoundFault[]
}

/** Most faults kept per file: more of them point to the program that wrote it, not to its texts. */
const MAX_FAULTS = 100
/** In UTF-16 units: people recognize a key by its beginning. */
const MAX_NAME = 200

/**
 * Parses a file without places, which saves most of the time. Parses it again when a place is first asked for, as for
 * broken files. Throws ParseError.
 */
export function readEntries(format: Format, bytes: Uint8Array, options: ParseOptions): Found {
  const faults: Fault[] = []
  const onFault = (fault: Fault) => faults.push(fault)
  const file = format.parse(bytes, { ...options, withoutOffsets: true, onFault })
  const entries = file.entries.some(hasControl) ? file.entries.map(withoutControls) : file.entries
  const parseAgain = () => format.parse(bytes, { ...options, onFault: ignoreFault }).entries
  const hasFaults = faults.length > 0 || entries !== file.entries
  return {
    ...file,
    entries,
    faults: hasFaults ? placeFaults(faults, parseAgain(), format.decode(bytes)) : [],
    locate(entry) {
      const located = parseAgain()[entries.indexOf(entry)] ?? entry
      return placeAt(format.decode(bytes), located.offset)
    },
  }
}

/** Reads a file again whose faults are already reported. */
export function ignoreFault(): void {}

function placeFaults(
  faults: readonly Fault[],
  entries: readonly Entry[],
  text: string,
): FoundFault[] {
  const ofEntries = entries.flatMap((entry, index): Fault[] => {
    const control = controlIn(entry)
    if (control === undefined) return []
    const message = `The text holds the control character ${nameOfControl(control)}`
    const end = entries[index + 1]?.offset ?? text.length
    // The character may be written as an escape.
    const written = text.slice(entry.offset, end).indexOf(control)
    return [{ message, offset: entry.offset + Math.max(0, written), context: nameOf(entry) }]
  })
  const nameAt = (offset: number) =>
    nameOf(entries.findLast((entry) => entry.offset <= offset) ?? { context: '', source: '' })
  return [...faults, ...ofEntries]
    .sort((fault, other) => fault.offset - other.offset)
    .slice(0, MAX_FAULTS)
    .map(({ message, offset, context = nameAt(offset), kind = 'refused' }) => {
      return { message, kind, name: context.slice(0, MAX_NAME), ...placeAt(text, offset) }
    })
}

function nameOf({ context, source }: Pick<Entry, 'context' | 'source'>): string {
  return (context || source).replace(CONTROLS, '\ufffd')
}

const CONTROLS = new RegExp(CONTROL, 'g')

function hasControl(entry: Entry): boolean {
  return controlIn(entry) !== undefined
}

/**
 * Returns the first control character in an entry's texts that no unit may have. The separator of plural forms does not
 * count.
 */
function controlIn({ context, source, target }: Entry): string | undefined {
  const hasControl = CONTROL.test(target) || CONTROL.test(source) || CONTROL.test(context)
  if (!hasControl) return undefined
  const texts = [context, ...source.split(SEP), ...target.split(SEP)]
  return CONTROL.exec(texts.join(''))?.[0]
}

/** Replaces each such character by U+FFFD. */
function withoutControls(entry: Entry): Entry {
  const clean = (text: string): string =>
    text
      .split(SEP)
      .map((form) => form.replace(CONTROLS, '\ufffd'))
      .join(SEP)
  const context = entry.context.replace(CONTROLS, '\ufffd')
  return { ...entry, context, source: clean(entry.source), target: clean(entry.target) }
}

const MAX_VERSION_BYTES = 32 << 20
/** Memory that a file's entries take, per byte of the file. */
const ENTRIES_PER_BYTE = 8

/**
 * Reads files without places, one version of a language after another: consecutive versions hardly differ, so parts are
 * reused. Throws ParseError.
 */
export function createVersionReader(
  format: Format,
  role: Omit<ParseOptions, 'languageCode'>,
): (bytes: Uint8Array, languageCode: string) => readonly Entry[] {
  const versions: Cache<FileVersion> = createCache({ maxBytes: MAX_VERSION_BYTES })
  return (bytes, languageCode) => {
    const options = { ...role, languageCode, withoutOffsets: true, onFault: ignoreFault }
    const version = format.readVersion?.(bytes, versions.get(languageCode), options)
    if (version === undefined) return format.parse(bytes, options).entries
    versions.set(languageCode, version, ENTRIES_PER_BYTE * bytes.length)
    return version.entries
  }
}

/** Many times what real folders of translations hold; a hostile tree can hold endlessly many files. */
const MAX_FOLDER_ENTRIES = 10_000
const MAX_FOLDER_BYTES = 64 * 1024 * 1024

/**
 * Returns the bytes that a format parses: a blob's, or those of the files below a folder's tree that a translation
 * needs.
 */
export function readContent(
  repository: Repository,
  format: Format,
  oid: string,
  languageCode?: string,
): Buffer {
  const pattern = folderIn(format, languageCode)
  if (pattern !== undefined) return packFolder(readFolder(repository, pattern, oid))
  const bytes = repository.readBlob(oid)
  const { encoding } = format
  return encoding !== undefined && repository.hasEncodings() ? encodeStored(bytes, encoding) : bytes
}

/** Returns the same with blob ids instead of contents, for comparing versions without reading blobs. */
export function readVersionContent(
  repository: Repository,
  format: Format,
  oid: string,
  languageCode?: string,
): Buffer {
  if (format.textOf === undefined) return readContent(repository, format, oid)
  const pattern = folderIn(format, languageCode)
  if (pattern === undefined) return Buffer.from(oid)
  return packFolder(readFolder(repository, pattern, oid, (id) => Buffer.from(id)))
}

function folderIn(
  { folder, folderOf }: Format,
  languageCode: string | undefined,
): Format['folder'] {
  return languageCode === undefined ? folder : (folderOf?.(languageCode) ?? folder)
}

/** Converts a file that Git stores as UTF-8 into the encoding of a checkout; returns other files unchanged. */
function encodeStored(bytes: Buffer, encoding: NonNullable<Format['encoding']>): Buffer {
  if (!isUtf8(bytes)) return bytes
  const text = bytes.toString('utf8')
  if (encoding === 'utf-16') {
    return bytes.includes(0) ? bytes : Buffer.from(`\ufeff${text}`, 'utf16le')
  }
  return /[^\0-\xff]/.test(text) ? bytes : Buffer.from(text, 'latin1')
}

/**
 * Returns the files below a tree whose relative paths match, sorted by code point. Throws RepositoryError, or
 * ParseError if there are too many.
 */
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

/**
 * Returns Weblate's revision of a folder: SHA-1 over all its files and their paths; undefined if they cannot be read or
 * are too large.
 */
export function hashFolder(repository: Repository, path: string, oid: string): string | undefined {
  const hash = createHash('sha1')
  try {
    const files = blobsBelow(repository, oid).map(([name, bytes]) => {
      return { path: `${path}/${name}`, bytes }
    })
    for (const file of files.sort((a, b) => compareCodePoints(a.path, b.path))) {
      const bytes = file.bytes()
      hash.update(`${file.path}blob ${bytes.length}\0`).update(bytes)
    }
  } catch (error) {
    // Its texts may still be stored.
    if (error instanceof RepositoryError || error instanceof ParseError) return undefined
    throw error
  }
  return hash.digest('hex')
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
