import { writeCsv } from '../../src/csv.ts'
import type { TranslationDocument } from '../document.ts'
import { tableOf } from './table.ts'

/** Weblate takes more than others for what a spreadsheet would calculate. */
const FORMULA = /^[ =+\-@|%\t\r]/

/** The rows of `tableOf` after RFC 4180; cells that a spreadsheet would calculate are put in single quotes, as Weblate does. */
export function writeCsvFile(document: TranslationDocument): string {
  return writeCsv(tableOf(document).map((cells) => cells.map(defuse)))
}

function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}'` : text
}
