const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const reference = /&(?:amp|lt|gt|quot|apos|#(?:\d+|x[\da-fA-F]+));/y

/** Whether a predefined or numeric reference of XML starts here. */
export function isReference(text: string, start: number): boolean {
  reference.lastIndex = start
  if (!reference.test(text)) return false
  return text[start + 1] !== '#' || isCharacter(numberOf(text.slice(start, reference.lastIndex)))
}

/** The character of a reference that `isReference` knows. */
export function decodeReference(text: string): string {
  return named.get(text.slice(1, -1)) ?? String.fromCodePoint(numberOf(text))
}

function numberOf(text: string): number {
  return text[2] === 'x' ? Number.parseInt(text.slice(3, -1), 16) : Number(text.slice(2, -1))
}

function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code > 0xffff && code <= 0x10ffff)
}
