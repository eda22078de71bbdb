import { Buffer } from 'node:buffer'
import { decodeAs } from '../../encoding.ts'
import { ParseError, unless } from '../../errors.ts'
import type { Attributes } from './disk-rules.ts'

/**
 * Converts a file on disk to the form that Git would store: with LF line endings and in UTF-8, as attributes and
 * configuration demand. Leaves files alone that a program of the user's converts. `readStored` returns what Git has
 * stored for the file; undefined for an untracked file.
 */
export function toStoredForm(
  bytes: Buffer,
  attributes: Attributes,
  hasAutoCrlf: boolean,
  readStored: () => Buffer | undefined,
): Buffer {
  if (attributes.isFiltered) return bytes
  const { encoding } = attributes
  const text = encoding === undefined ? bytes : toUtf8(bytes, encoding)
  return hasCrlf(text) && isConverted(text, attributes, hasAutoCrlf, readStored)
    ? withUnixEnds(text)
    : text
}

/** Leaves invalid bytes as they are, since Git refuses such files. */
function toUtf8(bytes: Buffer, encoding: string): Buffer {
  const [name = '', order = ''] = /^utf-?16-?(le|be)?(?:-bom)?$/i.exec(encoding) ?? []
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const declaredOrder = order.toLowerCase() || 'be'
  const utf16 = `utf-16${isBig ? 'be' : isLittle ? 'le' : declaredOrder}`
  const decode = () => Buffer.from(decodeAs(name === '' ? encoding : utf16, bytes))
  return unless(decode, ParseError) ?? bytes
}

/** Returns whether Git converts the line endings of a file (https://git-scm.com/docs/gitattributes#_text). */
function isConverted(
  bytes: Buffer,
  { text, hasEol }: Attributes,
  hasAutoCrlf: boolean,
  readStored: () => Buffer | undefined,
): boolean {
  if (text === 'unset') return false
  if (text === 'set' || (text === undefined && hasEol)) return true
  if (text === undefined && !hasAutoCrlf) return false
  return !isBinary(bytes) && !hasCrlf(readStored() ?? Buffer.alloc(0))
}

/** Applies Git's heuristic for binary files. */
function isBinary(bytes: Buffer): boolean {
  let printable = 0
  let others = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0 || (byte === 0x0d && bytes[at + 1] !== 0x0a)) return true
    if (byte === 0x0d || byte === 0x0a) continue
    if (byte === 0x7f || (byte < 0x20 && !PRINTABLE.has(byte))) others++
    else printable++
  }
  return printable >> 7 < others
}

/** Backspace, tab, escape and form feed. */
const PRINTABLE = new Set([0x08, 0x09, 0x1b, 0x0c])

function hasCrlf(bytes: Buffer): boolean {
  return bytes.includes('\r\n')
}

export function withUnixEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
}
