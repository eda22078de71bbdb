import { decodeAs } from '../../src/encoding.ts'
import { ParseError } from '../../src/errors.ts'
import { decodeUtf8 } from '../../src/text.ts'

/** Decodes each byte as a character. */
export function decodeLatin1(bytes: Uint8Array): string {
  return decodeAs('iso-8859-1', bytes)
}

/** Decodes as `decodeUtf8` does; a byte order mark alone is not a valid file. Throws ParseError. */
export function decodeMarkedUtf8(bytes: Uint8Array): string {
  if (bytes.length === 3 && bytes[0] === 0xef) throw onlyMark()
  return decodeUtf8(bytes)
}

/** Decodes UTF-16, without its byte order mark; without one, little-endian. Throws ParseError. */
export function decodeUtf16(bytes: Uint8Array): string {
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  const isMarked = isBig || (bytes[0] === 0xff && bytes[1] === 0xfe)
  if (isMarked && bytes.length === 2) throw onlyMark()
  return decodeAs(isBig ? 'utf-16be' : 'utf-16le', bytes)
}

function onlyMark(): ParseError {
  return new ParseError('expected text after the byte order mark', 1, 1)
}
