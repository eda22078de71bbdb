/** Escapes of XML. Texts escape only `&`, `<`, `>` and CR; values of attributes escape all. */
const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Matches characters that XML forbids, including lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids
export const FORBIDDEN: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu

/** Matches the same characters except lone surrogates, several times as fast. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids
export const FORBIDDEN_UNIT: RegExp = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** Matches what may have to be escaped or removed, which hardly any text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones XML forbids
const SPECIAL = /[\0-\x1f&<>"\ud800-\udfff\ufffe\uffff]/

/** Escapes character data; removes characters that XML forbids. */
export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replace(FORBIDDEN, '')
    .replace(/[&<>\r]/g, (character) => XML_ESCAPES[character] ?? '')
}

/** Escapes the value of an attribute in double quotes; removes characters that XML forbids. */
export function escapeAttribute(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replace(FORBIDDEN, '')
    .replace(/[&<>"\t\n\r]/g, (character) => XML_ESCAPES[character] ?? '')
}
