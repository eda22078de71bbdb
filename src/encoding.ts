import { ParseError } from './errors.ts'
import { bufferOver, decodeUtf8 } from './text.ts'

const ASCII = /^(?:(?:us-)?ascii|iso646-us|ansi_x3\.4-1968)$/
const LATIN1 = /^(?:iso[-_]?8859-1|latin-?1|l1|ibm819)$/
/**
 * Windows-1252 from 0x80 to 0x9F, with a space for unassigned bytes. Many releases of Node decode it as ISO 8859-1
 * (https://github.com/nodejs/node/issues/56542).
 */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const C1_START = 0x80
const C1_END = 0x9f

/**
 * Decodes bytes strictly by the name of their encoding: UTF-8, ASCII, or any that TextDecoder supports; ISO 8859-1 does
 * not mean Windows-1252 here. Throws ParseError for invalid bytes and unknown encodings.
 */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  const name = encoding.toLowerCase()
  if (name === 'utf-8' || name === 'utf8') return decodeUtf8(bytes)
  if (ASCII.test(name)) return decodeSingle(bytes, (code) => (code < C1_START ? code : -1))
  if (LATIN1.test(name)) return bufferOver(bytes).toString('latin1')
  const decoder = createDecoder(name)
  if (/^(iso|windows|cp|latin|l\d|tis)/.test(name)) {
    const codes = singleByteCodes(name)
    if (codes !== undefined) return decodeSingle(bytes, (code) => codes[code] ?? -1)
  }
  const message = `the bytes are not valid ${encoding}`
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (cause) {
    throw new ParseError(message, 1, 1, { cause })
  }
  if (!MULTI_BYTE.test(decoder.encoding) || MICROSOFT.test(name)) return text
  const unassigned = decoder.encoding === 'big5' ? CONTROLS : UNASSIGNED
  if (unassigned.test(text)) throw new ParseError(message, 1, 1)
  return JIS.test(decoder.encoding)
    ? text.replace(WINDOWS_JIS, (sign) => JIS_SIGNS[WINDOWS_SIGNS.indexOf(sign)]!)
    : text
}

const MULTI_BYTE = /^(?:big5|euc-|gbk|iso-2022-jp|shift_jis)/
/** Names of Windows' Shift_JIS, which has characters for private use. */
const MICROSOFT = /31j|932|kanji/
/** What TextDecoder makes of unassigned bytes in other multi-byte encodings, although it is fatal. */
const UNASSIGNED = /[\u0080-\u009f\ue000-\uf8ff]/
/** The same in Big5, whose kana and characters of Hong Kong TextDecoder also turns into characters for private use. */
const CONTROLS = /[\u0080-\u009f]/

const JIS = /jp|jis/
/** Characters that Windows, and so TextDecoder, puts in place of those of JIS; Python and iconv do not. */
const WINDOWS_SIGNS = '\uff5e\u2225\uff0d\uffe0\uffe1\uffe2'
const JIS_SIGNS = '\u301c\u2016\u2212\u00a2\u00a3\u00ac'
const WINDOWS_JIS = new RegExp(`[${WINDOWS_SIGNS}]`, 'g')

function createDecoder(name: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch (cause) {
    throw new ParseError(`unknown encoding ${name}`, 1, 1, { cause })
  }
}

/**
 * Returns the code point of each byte in an ISO or Windows code page, -1 if it is unassigned; undefined for a
 * multi-byte encoding. Corrects 0x80-0x9F: TextDecoder reads ISO 8859-1, -9 and -11 as their Windows counterparts, and
 * unassigned Windows bytes as control characters (https://encoding.spec.whatwg.org/#names-and-labels).
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

/** ICU decodes unassigned bytes to U+FFFD or to a private-use character. */
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
      const message = `byte 0x${byte.toString(16)} has no meaning in the declared encoding`
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
