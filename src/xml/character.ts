import type { Reader } from './reader.ts'

/** Reads `#38;` or `#x26;` after `&`, and returns the character. Throws if XML does not allow it. */
export function readCharacter(reader: Reader): string {
  const { text } = reader
  const start = reader.position - 1
  const isHex = text.charCodeAt(start + 2) === 0x78
  let at = start + (isHex ? 3 : 2)
  const first = at
  let code = 0
  for (; ; at++) {
    const digit = Number.parseInt(text.charAt(at), isHex ? 16 : 10)
    if (Number.isNaN(digit)) break
    if (code <= 0x10ffff) code = code * (isHex ? 16 : 10) + digit
  }
  if (at === first || text.charCodeAt(at) !== 0x3b) {
    reader.fail('expected a character reference such as &#38;', start)
  }
  if (!isCharacter(code)) {
    reader.fail(
      `${text.slice(start, Math.min(at + 1, start + 20))} is not a character that XML allows`,
      start,
    )
  }
  reader.position = at + 1
  return String.fromCodePoint(code)
}

function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  if (code >= 0xd800 && code <= 0xdfff) return false
  return code <= 0x10ffff && code !== 0xfffe && code !== 0xffff
}
