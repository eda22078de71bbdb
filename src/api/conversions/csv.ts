import type { TranslationDocument } from './document.ts'
import { tableOf } from './table.ts'

/** Spreadsheets take such cells for formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[ =+\-@|%\t\r]/

/** The rows of `tableOf` after RFC 4180; cells that a spreadsheet would calculate are put in single quotes, as Weblate does. */
export function writeCsv(document: TranslationDocument): string {
  const rows = tableOf(document).map((cells) => cells.map((text) => quote(defuse(text))).join(','))
  return rows.map((row) => `${row}\r\n`).join('')
}

function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}'` : text
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
