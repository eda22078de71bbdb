const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }
const DIGITS = /[\da-fA-F]{0,4}/y

/** Resolves the escapes of a text. `\u` takes up to four hexadecimal digits; without any it is U+0000. */
export function decodeEscapes(text: string): string {
  let decoded = ''
  let from = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
    const character = text.charAt(at + 1)
    decoded += text.slice(from, at)
    from = at + 2
    if (character !== 'u' && character !== 'U') {
      decoded += ESCAPES[character] ?? character
      continue
    }
    DIGITS.lastIndex = from
    const digits = DIGITS.exec(text)?.[0] ?? ''
    decoded += String.fromCharCode(Number.parseInt(digits || '0', 16))
    from += digits.length
  }
  return from === 0 ? text : decoded + text.slice(from)
}
