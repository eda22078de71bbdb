import { type Entry, SEP } from '../../formats/entry.ts'
import { ParseError } from '../errors.ts'
import { formsOf, type SourceTable } from '../model/unit.ts'
import type { WordRule } from './count-words.ts'
import type { Locate } from './entry.ts'
import { buildTable, EMPTY_ROW } from './source-table.ts'

/** Most characters of repeated texts: a few long ones repeated for many short rows grow quadratically. */
const MAX_REPEATED = 2 ** 25

/**
 * Builds the table of a translation whose entries have any number of alternatives. Each repeats the template's first
 * source, its location and its note, followed by the translation's own. Throws ParseError if that makes more than 32
 * million characters.
 */
export function tableOfAlternatives(
  table: SourceTable,
  aligned: readonly (Entry | undefined)[],
  wordRule: WordRule,
  isTemplate: boolean,
  locate: Locate | undefined,
): SourceTable {
  let repeated = 0
  const rows = aligned.map((entry, row) => {
    const [source = ''] = formsOf(table.sources.at(row) ?? '')
    const [shared = ''] = formsOf(table.notes.get(row) ?? '')
    const notes = formsOf(entry?.note ?? '')
    const targets = formsOf(entry?.target ?? '')
    const location = table.locations.get(row) ?? ''
    repeated += targets.length * (source.length + shared.length + location.length)
    if (entry !== undefined && repeated > MAX_REPEATED) {
      const { line, column } = locate?.(entry) ?? { line: 1, column: 1 }
      throw new ParseError('the alternatives of a text are too long in total', line, column)
    }
    return {
      ...EMPTY_ROW,
      context: table.contexts.at(row) ?? '',
      source: targets.map(() => source).join(SEP),
      position: table.positions[row] ?? 0,
      note: notes
        .map((note) => mergeNotes(shared, note, isTemplate))
        .filter((note) => note !== '')
        .join('\n'),
      location: targets.map(() => location).join(', '),
      isReadOnly: table.readOnly.has(row),
    }
  })
  return buildTable(rows, { isBilingual: false, wordRule })
}

/** Joins notes as for other formats. */
function mergeNotes(shared: string, note: string, isTemplate: boolean): string {
  if (note === shared) return shared
  return note === '' && isTemplate ? shared : `${shared}\n${note}`
}
