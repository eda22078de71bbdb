import { decodeAs } from '../encoding.ts'
import { ParseError } from '../errors.ts'
import { hasUtf8Mark } from '../text.ts'

const DECLARED = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)["']/
const ENCODING_NAME = /^[A-Za-z][\w.-]*$/

/**
 * Decodes an XML file by its byte order mark (which is removed), else by its declaration, else as UTF-8. Throws
 * ParseError for invalid bytes and unknown encodings.
 */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes) ?? 'utf-8'
  return decodeAs(encoding, bytes)
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes
  if (hasUtf8Mark(bytes)) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  // Without a mark, `<?` tells the width of the characters (XML 1.0, appendix F.1).
  if (a === 0x3c && b === 0 && c === 0x3f && d === 0) return 'utf-16le'
  if (a === 0 && b === 0x3c && c === 0 && d === 0x3f) return 'utf-16be'
  return undefined
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 512))
  const name = DECLARED.exec(head)?.[1]
  if (name === undefined) return undefined
  if (!ENCODING_NAME.test(name)) {
    throw new ParseError(`"${name}" is not the name of an encoding`, 1, 1)
  }
  if (/^(utf-?16|ucs-?2|unicode|iso-10646-ucs)/i.test(name)) {
    throw new ParseError(`the file is not in the declared encoding ${name}`, 1, 1)
  }
  return name
}
