import { isUtf8 } from 'node:buffer'
import { packFolder } from '../../formats/folder.ts'
import type { Format } from '../../formats/format.ts'
import type { Repository } from '../git/repository.ts'
import { readFolder } from './read-folder.ts'

/** Returns the bytes that a format parses: a blob's, or those of the files of a folder that a translation needs. */
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
