/**
 * Value of `Content-Disposition` for a file that is to be saved under this name, which may hold anything: what is not
 * ASCII goes into `filename*` (RFC 6266, RFC 8187), what no file name should have becomes `_`. In quotes always, or as
 * Weblate does it for translations only where the name needs them.
 */
export function attachment(name: string, { isQuoted }: { isQuoted: boolean }): string {
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
