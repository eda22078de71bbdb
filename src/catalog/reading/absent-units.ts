import { digestOf } from '../digest.ts'
import type { Count } from '../statistics.ts'
import { findRow, type SourceTable, type Units } from '../unit.ts'
import { pairMonolingual } from './pair.ts'
import { buildTable, type Row } from './table.ts'
import type { ReadOptions, ReadTranslation } from './translation-file.ts'
import { type WordRule, wordRuleOf } from './words.ts'

const NONE: Count = { units: 0, words: 0, chars: 0 }

/** How many strings of the file with the sources a translation lacks; none where that file is not known. */
export function countAbsent(
  sources: ReadTranslation | undefined,
  translation: ReadTranslation | undefined,
  { config, library }: Pick<ReadOptions, 'config' | 'library'>,
): Count {
  if (sources === undefined || translation === undefined) return NONE
  if (sources.contentKey === translation.contentKey) return NONE
  const key = digestOf(['absent', sources.contentKey, translation.contentKey])
  const parse = () => {
    const wordRule = wordRuleOf(config)
    const rows = rowsWithout(sources.units().table, translation.units().table)
    return { units: withoutTargets(rows, wordRule), bytes: 0 }
  }
  return library.file(key, { parse }).summary.statistics.total
}

function rowsWithout(table: SourceTable, other: SourceTable): Row[] {
  const rows: Row[] = []
  for (let row = 0; row < table.count; row++) {
    if (findRow(other, table, row) !== undefined) continue
    rows.push({
      context: table.contexts.at(row) ?? '',
      source: table.sources.at(row) ?? '',
      position: table.positions[row] ?? 0,
      note: '',
      noteTail: '',
      flags: '',
      explanation: '',
      terms: undefined,
      location: '',
      isReadOnly: false,
    })
  }
  return rows
}

function withoutTargets(rows: readonly Row[], wordRule: WordRule): Units {
  const table = buildTable(rows, { isBilingual: true, wordRule })
  return pairMonolingual(table, [], { format: { checkFlags: '' }, pluralNumber: 1 })
}
