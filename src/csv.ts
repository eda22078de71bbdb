/** Formulas of spreadsheets, except numbers (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?(?:e[+-]?\d+)?$))/i

/** Writes CSV (RFC 4180) with CRLF. Like Weblate, puts cells that a spreadsheet would evaluate in single quotes. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(encodeCell).join(',')}\r\n`).join('')
}

function encodeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}'` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
