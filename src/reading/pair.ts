import { type Entry, type EntryState, SEP } from '../../formats/entry.ts'
import { oncePer } from '../cache.ts'
import { formatFlags, mergeFlags } from '../checks/flags.ts'
import type { StrayKeys } from '../model/file-summary.ts'
import { STATE } from '../model/statistics.ts'
import type { SourceTable, Units } from '../model/unit.ts'
import { adjustForms } from './adjust-forms.ts'
import { tableOfAlternatives } from './alternatives.ts'
import { checkText, flagsOfEntry, hasFlags, nameOfUnit, uniqueEntries } from './entry.ts'
import { type PairOptions, rulesOf } from './merge-flags.ts'
import { buildTable, hasRowsOf, rowOf } from './source-table.ts'
import type { TableOptions } from './template-table.ts'
import type { SPARSE_COLUMNS } from './unit-columns.ts'

const STATES: Readonly<Record<EntryState, number>> = {
  untranslated: STATE.empty,
  fuzzy: STATE.fuzzy,
  translated: STATE.translated,
  approved: STATE.approved,
  'read-only': STATE.readOnly,
}

/**
 * Pairs the entries of a monolingual translation with the source table. Of repeated contexts the last counts; entries
 * that the table lacks are dropped. `isTemplate` says that the entries are the template's own; `fillFromSource` uses
 * the source for missing targets, as for the template of a component with an intermediate file. Throws ParseError.
 */
export function pairMonolingual(
  table: SourceTable,
  entries: readonly Entry[],
  options: PairOptions & {
    readonly isTemplate?: boolean
    readonly fillFromSource?: boolean
    /** Called with each entry that makes no unit. */
    readonly onStray?: OnStray
  },
): Units {
  const aligned = alignEntries(table, entries, options.onStray)
  if (!options.format.hasAlternatives) return buildUnits(table, aligned, options)
  const { wordRule = 'spaces', isTemplate = false, locate } = options
  const sourceTable = tableOfAlternatives(table, aligned, { wordRule, isTemplate, locate })
  return { ...buildUnits(sourceTable, aligned, options), noteEnd: '', notes: new Map() }
}

interface ColumnOptions extends PairOptions {
  readonly isTemplate?: boolean
  readonly fillFromSource?: boolean
  readonly isBilingual?: boolean
}

/** Makes the units of a table, given the entry of each row. Throws ParseError. */
function buildUnits(
  table: SourceTable,
  aligned: readonly (Entry | undefined)[],
  options: ColumnOptions,
): Units {
  const columns = new UnitsBuilder(table, options)
  for (let row = 0; row < table.count; row++) columns.add(row, aligned[row])
  return columns.units
}

/** Fills the unit columns row by row. */
class UnitsBuilder {
  readonly units: UnitsToFill
  readonly #options: ColumnOptions
  readonly #rules: ReturnType<typeof rulesOf>
  readonly #usual: ReturnType<ReturnType<typeof rulesOf>>

  constructor(table: SourceTable, options: ColumnOptions) {
    this.#options = options
    this.#rules = rulesOf(options)
    this.#usual = this.#rules('')
    this.units = emptyUnits(table, options, this.#usual.priority)
  }

  add(row: number, entry: Entry | undefined): void {
    const { units } = this
    this.#addTarget(row, entry)
    if (entry?.missingForms?.length) units.missingForms.set(row, entry.missingForms.join(' '))
    if (entry?.aliases?.size) units.aliases.set(row, [...entry.aliases].flat().join(SEP))
    if (entry?.isAutomatic) units.automatic.add(row)
    if (entry?.previousSource) units.previousSources.set(row, entry.previousSource)
    this.#addNote(row, entry?.note ?? '')
    const flags = this.#addFlags(row, entry)
    const rule = flags === '' ? this.#usual : this.#rules(flags)
    if (rule.priority !== this.#usual.priority) units.priorities.set(row, rule.priority)
    const isReadOnly = units.table.readOnly.has(row) || rule.isReadOnly
    units.states[row] = stateOf(isReadOnly, entry, this.#options)
  }

  #addTarget(row: number, entry: Entry | undefined): void {
    const { format, locate, pluralNumber, fillFromSource } = this.#options
    const source = this.units.table.sources.at(row)!
    if (entry !== undefined) checkText(entry.target, entry, locate)
    const entryTarget = entry?.repeatsSource ? source : entry?.target
    const target = entryTarget ?? (fillFromSource ? source : '')
    const adjusted = format.hasAlternatives ? target : adjustForms(target, source, pluralNumber)
    this.units.targets[row] = adjusted
    if (adjusted !== target) this.units.rawTargets.set(row, target)
  }

  #addNote(row: number, note: string): void {
    const { table, notes, noteEnd } = this.units
    const shared = table.notes.get(row) ?? ''
    if (note === shared) {
      if (note !== '' && noteEnd !== '') notes.set(row, shared)
      return
    }
    // In a template, the last entry of a context may lack the note that the first one has.
    if (note !== '' || this.#options.isTemplate) notes.set(row, `${shared}\n${note}`)
  }

  /** Merges the flags of the row with those of its entry, if the latter count. */
  #addFlags(row: number, entry: Entry | undefined): string {
    const shared = this.units.table.flags.get(row) ?? ''
    const { isBilingual, format, locate } = this.#options
    const countsOwn = !isBilingual && !format.templateFlagsOnly
    if (!countsOwn || entry === undefined || !hasFlags(entry)) return shared
    const merged = formatFlags(mergeFlags(flagsOfEntry(entry, locate), shared))
    if (merged !== shared) this.units.flags.set(row, merged)
    return merged
  }
}

/** Units whose columns can be filled. */
type UnitsToFill = Units & {
  readonly targets: string[]
  readonly priorities: Map<number, number>
  readonly automatic: Set<number>
} & Readonly<Record<SparseColumn, Map<number, string>>>

type SparseColumn = (typeof SPARSE_COLUMNS)[number]

/** Returns the columns of units without their content. */
export function emptyUnits(
  table: SourceTable,
  {
    isTemplate,
    isBilingual,
    pluralNumber,
  }: Pick<ColumnOptions, 'isTemplate' | 'isBilingual' | 'pluralNumber'>,
  defaultPriority: number,
): UnitsToFill {
  return {
    ...{ table, pluralNumber, defaultPriority },
    // The table already has the notes of templates and of bilingual files.
    noteEnd: isTemplate || isBilingual ? '' : '\n',
    targets: new Array<string>(table.count).fill(''),
    states: new Uint8Array(table.count),
    rawTargets: new Map(),
    previousSources: new Map(),
    missingForms: new Map(),
    aliases: new Map(),
    notes: new Map(),
    flags: new Map(),
    priorities: new Map(),
    automatic: new Set(),
  }
}

type OnStray = (kind: keyof StrayKeys, entry: Pick<Entry, 'context'>) => void

/**
 * Finds the entry of each row. Files mostly follow the template's order, so it tries the next entry before it searches.
 */
function alignEntries(
  table: SourceTable,
  entries: readonly Entry[],
  onStray: OnStray | undefined,
): readonly (Entry | undefined)[] {
  const aligned = new Array<Entry | undefined>(table.count).fill(undefined)
  let next = 0
  for (const entry of entries) {
    let row: number | undefined = next
    if (table.contexts.at(row) !== entry.context) row = rowsByContext(table).get(entry.context)
    if (row === undefined) {
      if (entry.position > 0 && !entry.sharesContext) onStray?.('unknown', entry)
      continue
    }
    if (aligned[row] !== undefined && !entry.sharesContext) onStray?.('repeated', entry)
    aligned[row] = entry
    next = row + 1
  }
  return aligned
}

const rowsByContext = oncePer(
  ({ contexts }: SourceTable): ReadonlyMap<string, number> =>
    new Map(Array.from({ length: contexts.length }, (_, row) => [contexts.at(row)!, row])),
)

/**
 * Makes the units of a bilingual translation, in file order. Of units with equal source and context the first one
 * stays. Reuses a table of the component if it would be equal. Throws ParseError.
 */
export function readBilingual(
  entries: readonly Entry[],
  options: PairOptions & BilingualOptions,
): Units {
  const { wordRule, format, known: sourceTables, locate } = options
  const positioned = entries.filter(({ position }) => position !== 0)
  const same = sourceTables?.find((table) => hasRowsOf(table, positioned, locate))
  // The rows of a table are distinct.
  if (same !== undefined) return buildUnits(same, positioned, { ...options, isBilingual: true })
  const unique = uniqueEntries(entries, (entry) => entry.source + entry.context)
  if (unique.length < positioned.length) reportRepeated(positioned, unique, options.onStray)
  const rows = unique.map((entry) => rowOf(entry, entry.source, locate))
  const { hasAlternatives } = format
  const table = buildTable(rows, { isBilingual: true, wordRule, hasAlternatives })
  return buildUnits(table, unique, { ...options, isBilingual: true })
}

/** Reports the entries that the unique ones lack. */
function reportRepeated(
  entries: readonly Entry[],
  unique: readonly Entry[],
  onStray: OnStray | undefined,
): void {
  const used = new Set(unique)
  for (const entry of entries) {
    const isRepeated = !used.has(entry) && !entry.sharesContext
    if (isRepeated) onStray?.('repeated', { context: nameOfUnit(entry) })
  }
}

interface BilingualOptions extends Omit<TableOptions, 'keyFilter' | 'rows'> {
  /** Source tables of the component's other translations. */
  readonly known?: readonly SourceTable[] | undefined
  /** Called with the name of each repeated unit in place of its context. */
  readonly onStray?: OnStray
}

function stateOf(
  isReadOnly: boolean,
  entry: Entry | undefined,
  { hasReviews }: PairOptions,
): number {
  if (isReadOnly) return STATE.readOnly
  if (entry === undefined) return STATE.empty
  // For a key of the template, only the text in the translation's own file counts.
  if (entry.state === 'read-only') return hasText(entry.target) ? STATE.translated : STATE.empty
  if (entry.state === 'approved' && !hasReviews) return STATE.translated
  return STATES[entry.state]
}

function hasText(target: string): boolean {
  return target.split(SEP).some((form) => form !== '')
}
