import { firstForm, type TranslationDocument } from './document.ts'

const HEADER =
  'location,source,target,id,fuzzy,context,translator_comments,developer_comments'.split(',')
/** Spreadsheets take such cells for formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[ =+\-@|%\t\r]/

/** A row for each unit, RFC 4180; cells that a spreadsheet would calculate are put in single quotes, as Weblate does. */
export function writeCsv({ units }: TranslationDocument): string {
  const rows = units.map(({ sources, targets, isFuzzy, context, note }) => {
    const [source, target] = [firstForm(sources), firstForm(targets)].map(defuse)
    return ['', source, target, '', isFuzzy ? 'True' : 'False', defuse(context), '', defuse(note)]
  })
  return [HEADER, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

function defuse(text: string): string {
  return FORMULA.test(text) ? `'${text}'` : text
}

function quote(text = ''): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
