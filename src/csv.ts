/** Spreadsheets take such cells for formulas (https://owasp.org/www-community/attacks/CSV_Injection), but for numbers. */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?(?:e[+-]?\d+)?$))/i

/**
 * Lines of CSV after RFC 4180: cells are quoted where they need it, each line ends with CRLF. Cells that a spreadsheet would
 * calculate are put in single quotes, as Weblate does it.
 */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(encodeCell).join(',')}\r\n`).join('')
}

function encodeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}'` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
