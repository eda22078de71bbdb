import { encodeCsvLines } from '../rendering/csv.ts'
import type { TranslationDocument } from './document.ts'
import { tableOf } from './table.ts'

/** Spreadsheets take such cells for formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[ =+\-@|%\t\r]/

/** The rows of `tableOf` after RFC 4180; cells that a spreadsheet would calculate are put in single quotes, as Weblate does. */
export function writeCsv(document: TranslationDocument): string {
  return encodeCsvLines(tableOf(document).map((cells) => cells.map(defuse)))
}

function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}'` : text
}
