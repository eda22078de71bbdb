import { STATE } from '../model/statistics.ts'
import { factsOf, type Units } from '../model/unit.ts'
import type { WordRule } from './count-words.ts'
import { adjustForms, DEFAULT_PRIORITY, emptyUnits, type PairOptions } from './pair.ts'
import { buildTable, type Row } from './source-table.ts'

/**
 * Returns the units of a bilingual component's source language: those of its file `base`, if it has one, then each unit
 * that only its translations have, in the order of their paths and positions. The first unit with an id wins. All are
 * read-only, and their target is their source.
 */
export function sourceUnitsOfBilingual(
  translations: Iterable<Units>,
  {
    wordRule,
    pluralNumber,
    format: { hasAlternatives },
    base,
  }: Pick<PairOptions, 'format'> & {
    readonly wordRule: WordRule
    readonly pluralNumber: number
    readonly base?: Units | undefined
  },
): Units {
  const ordered = rowsOf(translations, base)
  const table = buildTable(ordered, { isBilingual: true, wordRule, hasAlternatives })
  const priority = base?.defaultPriority ?? DEFAULT_PRIORITY
  return {
    ...emptyUnits(table, '', pluralNumber, priority),
    targets: ordered.map(({ source }) =>
      hasAlternatives ? source : adjustForms(source, source, pluralNumber),
    ),
    states: new Uint8Array(table.count).fill(STATE.readOnly),
    previousSources: ofBase(ordered, base?.previousSources),
    priorities: ofBase(ordered, base?.priorities),
  }
}

/** A unit, and its row in the file of the source language. */
interface OrderedRow extends Row {
  readonly from: number | undefined
}

function rowsOf(translations: Iterable<Units>, base: Units | undefined): OrderedRow[] {
  const rows = new Map<string, OrderedRow>()
  const unitLists = base === undefined ? [...translations] : [base, ...translations]
  for (const table of new Set(unitLists.map(({ table }) => table))) {
    for (let row = 0; row < table.count; row++) {
      const context = table.contexts.at(row)!
      const source = table.sources.at(row)!
      const id = source + context
      if (rows.has(id)) continue
      const facts = factsOf(table, row)
      rows.set(id, {
        context,
        source,
        position: table.positions[row]!,
        note: table.notes.get(row) ?? '',
        noteTail: '',
        flags: table.flags.get(row) ?? '',
        explanation: facts?.definition ?? table.explanations.get(row) ?? '',
        location: table.locations.get(row) ?? '',
        terms: facts && { ...facts, target: facts.source },
        isReadOnly: true,
        from: table === base?.table ? row : undefined,
      })
    }
  }
  // Units of the file come first, whatever the positions of the others.
  return [...rows.values()].sort(
    (a, b) =>
      Number(a.from === undefined) - Number(b.from === undefined) || a.position - b.position,
  )
}

/** Returns the values of the source language's file, by row. */
function ofBase<T>(
  ordered: readonly OrderedRow[],
  values: { get(row: number): T | undefined } | undefined,
): Map<number, T> {
  return new Map(
    ordered.flatMap(({ from }, row): [number, T][] => {
      const value = from === undefined ? undefined : values?.get(from)
      return value === undefined ? [] : [[row, value]]
    }),
  )
}
