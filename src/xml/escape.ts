/** How XML writes what it cannot take as it is: in texts `&`, `<`, `>` and CR, in values of attributes all of them. */
export const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** The characters that XML forbids, halves of surrogate pairs included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids
export const FORBIDDEN: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu

/** The same but for halves of pairs, which is found several times as fast. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids
export const FORBIDDEN_UNIT: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** Finds out whether there may be something to escape or to leave out, which hardly any text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids
const SPECIAL = /[\0-\x1f&<>"\ud800-\udfff\ufffe\uffff]/

/** Character data; characters that XML forbids are left out. */
export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replace(FORBIDDEN, '')
    .replace(/[&<>\r]/g, (character) => XML_ESCAPES[character] ?? '')
}

/** The value of an attribute in double quotes; characters that XML forbids are left out. */
export function escapeAttribute(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replace(FORBIDDEN, '')
    .replace(/[&<>"\t\n\r]/g, (character) => XML_ESCAPES[character] ?? '')
}
