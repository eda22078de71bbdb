import { Buffer } from 'node:buffer'
import { ParseError } from '../errors.ts'
import { decodeUtf8 } from '../text.ts'

const DECLARED = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)["']/
const ENCODING_NAME = /^[A-Za-z][\w.-]*$/
const ASCII = new Set(['us-ascii', 'ascii', 'iso646-us', 'ansi_x3.4-1968'])
const LATIN1 = new Set([
  'iso-8859-1',
  'iso_8859-1',
  'iso8859-1',
  'latin1',
  'latin-1',
  'l1',
  'ibm819',
])
/**
 * Windows-1252 from 0x80 to 0x9F, a space where it has nothing. Many releases of Node decode it as ISO 8859-1
 * (https://github.com/nodejs/node/issues/56542).
 */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const C1_START = 0x80
const C1_END = 0x9f

/**
 * Decodes an XML file: by its byte order mark (which is removed), else by its declaration, else as UTF-8.
 * Throws ParseError for invalid bytes and for encodings it does not know.
 */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes) ?? 'utf-8'
  const name = encoding.toLowerCase()
  if (name === 'utf-8' || name === 'utf8') return decodeUtf8(bytes)
  if (ASCII.has(name)) return decodeSingle(bytes, (code) => (code < C1_START ? code : -1))
  if (LATIN1.has(name)) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  }
  const decoder = createDecoder(name)
  if (/^(iso|windows|cp|latin|l\d|tis)/.test(name)) {
    const codes = singleByteCodes(name)
    if (codes !== undefined) return decodeSingle(bytes, (code) => codes[code] ?? -1)
  }
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new ParseError(`the bytes are not valid ${encoding}`, 1, 1, { cause })
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
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
    throw new ParseError(`the declared encoding ${name} is not the one of the file`, 1, 1)
  }
  return name
}

function createDecoder(name: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch (cause) {
    throw new ParseError(`the encoding ${name} is not known`, 1, 1, { cause })
  }
}

/**
 * The code of each byte in an ISO or Windows code page, -1 where it has none; undefined if it has several bytes
 * a character. TextDecoder reads ISO 8859-1, -9 and -11 as their Windows relatives and gives unused Windows bytes
 * a control character (https://encoding.spec.whatwg.org/#names-and-labels), so 0x80-0x9F are set right here.
 */
function singleByteCodes(name: string): Int32Array | undefined {
  const decoder = new TextDecoder(name)
  if (!/^(iso-8859-\d+i?|iso-8859-8-i|windows-\d+)$/.test(decoder.encoding)) return undefined
  const isWindows = /^(windows|cp)/.test(name)
  return Int32Array.from({ length: 256 }, (_, byte) => {
    const code = decoder.decode(Uint8Array.of(byte)).charCodeAt(0)
    if (byte < C1_START) return byte
    if (decoder.encoding === 'windows-1252' && byte <= C1_END) {
      const char = WINDOWS_1252.charAt(byte - C1_START)
      return char === ' ' ? -1 : char.charCodeAt(0)
    }
    if (byte > C1_END) return isAssigned(code) ? code : -1
    if (isWindows) return code >= C1_START && code <= C1_END ? -1 : code
    return byte
  })
}

/** ICU gives bytes without a character U+FFFD or one for private use. */
function isAssigned(code: number): boolean {
  return code !== 0xfffd && !(code >= 0xe000 && code <= 0xf8ff)
}

function decodeSingle(bytes: Uint8Array, codeOf: (byte: number) => number): string {
  const units = new Uint16Array(bytes.length)
  let line = 1
  let lineStart = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const code = codeOf(byte)
    if (code < 0) {
      const message = `byte 0x${byte.toString(16)} stands for nothing in the declared encoding`
      throw new ParseError(message, line, at - lineStart + 1)
    }
    if (byte === 0x0a) {
      line++
      lineStart = at + 1
    }
    units[at] = code
  }
  return new TextDecoder('utf-16le').decode(units)
}
