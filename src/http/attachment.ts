/**
 * Returns the value of `Content-Disposition` for saving a file under an arbitrary name: non-ASCII characters go into
 * `filename*` (RFC 6266, RFC 8187), characters that are invalid in file names become `_`. If `isQuoted` is false,
 * quotes the name only if necessary, as Weblate does for translations.
 */
export function attachment(name: string, isQuoted = true): string {
  const clean = name.replace(/[\p{C}"\\/]/gu, '_')
  const ascii = clean.replace(/[^ -~]/gu, '_')
  const needsQuotes = isQuoted || !/^[^\s,;]+$/.test(ascii)
  const extended = ascii === clean ? '' : `; filename*=UTF-8''${encodeExtended(clean)}`
  return `attachment; filename=${needsQuotes ? `"${ascii}"` : ascii}${extended}`
}

function encodeExtended(text: string): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replace(/['()*]/g, hex)
}
