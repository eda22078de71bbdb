import { STATE } from '../statistics.ts'
import { factsOf, type Units } from '../unit.ts'
import { DEFAULT_PRIORITY, type PairOptions } from './rule.ts'
import { buildTable, type Row } from './table.ts'
import { adjustForms } from './target.ts'
import type { WordRule } from './words.ts'

/**
 * The units of the source language of a bilingual component: those of `base`, its file, if it has one, then every unit
 * of its translations, given in path order and ordered by position; the first with an id makes it. All are read-only,
 * their target is the source.
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
  return {
    table,
    targets: ordered.map(({ source }) =>
      hasAlternatives ? source : adjustForms(source, source, pluralNumber),
    ),
    rawTargets: new Map(),
    states: new Uint8Array(table.count).fill(STATE.readOnly),
    previousSources: ofBase(ordered, base?.previousSources),
    missingForms: new Map(),
    aliases: new Map(),
    automatic: new Set(),
    pluralNumber,
    noteEnd: '',
    notes: new Map(),
    flags: new Map(),
    defaultPriority: base?.defaultPriority ?? DEFAULT_PRIORITY,
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
  // The file comes first, wherever the others have what they add.
  return [...rows.values()].sort(
    (a, b) =>
      Number(a.from === undefined) - Number(b.from === undefined) || a.position - b.position,
  )
}

/** By row, what the file of the source language says. */
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
