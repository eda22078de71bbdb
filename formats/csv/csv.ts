import { writeCsv } from '../../src/csv.ts'
import type { Conversion } from '../format.ts'
import { tableOf } from './table.ts'

/** Weblate takes more than others for what a spreadsheet would calculate. */
const FORMULA = /^[ =+\-@|%\t\r]/

/** The rows of `tableOf` after RFC 4180; cells that a spreadsheet would calculate are put in single quotes, as Weblate does. */
export const csv: Conversion = {
  id: 'csv',
  extension: 'csv',
  mediaType: 'text/csv',
  needsKeys: false,
  write: (document) => writeCsv(tableOf(document).map((cells) => cells.map(defuse))),
}

function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}'` : text
}
