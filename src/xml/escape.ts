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

/** Character data; characters that XML forbids are left out. */
export function escapeText(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(/[&<>\r]/g, (character) => XML_ESCAPES[character] ?? '')
}

/** The value of an attribute in double quotes; characters that XML forbids are left out. */
export function escapeAttribute(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(/[&<>"\t\n\r]/g, (character) => XML_ESCAPES[character] ?? '')
}
