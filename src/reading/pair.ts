import { type Entry, type EntryState, SEP } from '../../formats/entry.ts'
import type { Format } from '../../formats/format.ts'
import { oncePer, oncePerText } from '../cache.ts'
import { formatFlags, mergeFlags, numberOfFlag } from '../checks/flags.ts'
import type { StrayKeys } from '../model/file-summary.ts'
import { STATE } from '../model/statistics.ts'
import type { SourceTable, Units } from '../model/unit.ts'
import { tableOfAlternatives } from './alternatives.ts'
import type { WordRule } from './count-words.ts'
import {
  checkText,
  flagsOfEntry,
  hasFlags,
  type Locate,
  nameOfUnit,
  uniqueEntries,
} from './entry.ts'
import { buildTable, hasRowsOf, rowOf } from './source-table.ts'
import type { SPARSE_COLUMNS } from './unit-columns.ts'

const STATES: Readonly<Record<EntryState, number>> = {
  untranslated: STATE.empty,
  fuzzy: STATE.fuzzy,
  translated: STATE.translated,
  approved: STATE.approved,
  'read-only': STATE.readOnly,
}

/** What decides how entries become units, besides the entries. */
export interface PairOptions {
  readonly format: Pick<Format, 'checkFlags' | 'templateFlagsOnly' | 'hasAlternatives'>
  readonly pluralNumber: number
  /** Flag texts of project and component */
  readonly projectFlags?: string
  readonly componentFlags?: string
  /** Whether units that a file marks as approved count as approved, not just as translated. */
  readonly hasReviews?: boolean
  readonly isReadOnly?: boolean
  /** Whether the entries are the template's own. */
  readonly isTemplate?: boolean
  /** Uses the source for missing targets, as for the template of a component with an intermediate file. */
  readonly fillFromSource?: boolean
  readonly locate?: Locate | undefined
  /** How to count the words of sources that the template alone does not determine (default: by spaces). */
  readonly wordRule?: WordRule
  /** Source tables of a bilingual component's other translations. */
  readonly sourceTables?: readonly SourceTable[]
  /** Called with each entry that makes no unit; in a bilingual file, with its name in place of its context. */
  readonly onStray?: (kind: keyof StrayKeys, entry: Pick<Entry, 'context'>) => void
}

/**
 * Pairs the entries of a monolingual translation with the source table. Of repeated contexts the last counts; entries
 * that the table lacks are dropped. Throws ParseError.
 */
export function pairMonolingual(
  table: SourceTable,
  entries: readonly Entry[],
  options: PairOptions,
): Units {
  const aligned = alignEntries(table, entries, options.onStray)
  if (!options.format.hasAlternatives) return buildUnits(table, aligned, options)
  const { wordRule = 'spaces', isTemplate = false, locate } = options
  const sourceTable = tableOfAlternatives(table, aligned, wordRule, isTemplate, locate)
  return { ...buildUnits(sourceTable, aligned, options), noteEnd: '', notes: new Map() }
}

export interface ColumnOptions extends PairOptions {
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
  readonly #rules: (unitFlags: string) => Rule
  readonly #usual: Rule

  constructor(table: SourceTable, options: ColumnOptions) {
    this.#options = options
    this.#rules = rulesOf(options)
    this.#usual = this.#rules('')
    // The table already has the notes of templates and of bilingual files.
    const noteEnd = options.isTemplate || options.isBilingual ? '' : '\n'
    this.units = emptyUnits(table, noteEnd, options.pluralNumber, this.#usual.priority)
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
    const source = this.units.table.sources.at(row)!
    const target = targetOf(entry, source, this.#options)
    const stored = storedTarget(target, source, this.#options)
    this.units.targets[row] = stored
    if (stored !== target) this.units.rawTargets.set(row, target)
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
    const merged = flagsWithEntry(shared, entry, this.#options)
    if (merged !== shared) this.units.flags.set(row, merged)
    return merged
  }
}

/** Returns the target as read. Throws ParseError. */
export function targetOf(
  entry: Entry | undefined,
  source: string,
  { locate, fillFromSource }: PairOptions,
): string {
  if (entry !== undefined) checkText(entry.target, entry, locate)
  const target = entry?.repeatsSource ? source : entry?.target
  return target ?? (fillFromSource ? source : '')
}

/** Returns a target as it is stored. */
export function storedTarget(
  target: string,
  source: string,
  { format, pluralNumber }: PairOptions,
): string {
  return format.hasAlternatives ? target : adjustForms(target, source, pluralNumber)
}

/** Merges the flags of a row with those of its entry, if the latter count. Throws ParseError. */
export function flagsWithEntry(
  shared: string,
  entry: Entry | undefined,
  { isBilingual, format, locate }: ColumnOptions,
): string {
  const countsOwn = !isBilingual && !format.templateFlagsOnly
  if (!countsOwn || entry === undefined || !hasFlags(entry)) return shared
  return formatFlags(mergeFlags(flagsOfEntry(entry, locate), shared))
}

/** Pads or cuts a target to the number of plural forms of its language; a unit without plurals has one. */
export function adjustForms(target: string, source: string, pluralNumber: number): string {
  const isPluralTarget = target.includes(SEP)
  if (!isPluralTarget && !source.includes(SEP)) return target
  const forms = isPluralTarget ? target.split(SEP, pluralNumber) : [target]
  while (forms.length < pluralNumber) forms.push('')
  return forms.join(SEP)
}

/** Priority of a unit whose flags give none; higher comes first. */
export const DEFAULT_PRIORITY = 100

interface Rule {
  readonly isReadOnly: boolean
  readonly priority: number
}

/**
 * Returns a function of a unit's flags: what they decide when merged with those of project, format, component and
 * translation. Computes each different text once.
 */
export function rulesOf(options: PairOptions): (unitFlags: string) => Rule {
  const { projectFlags = '', componentFlags = '', format } = options
  const base = [projectFlags, format.checkFlags ?? '', componentFlags]
  return oncePerText((unitFlags) => {
    const merged = mergeFlags(...base, options.isReadOnly ? 'read-only' : '', unitFlags)
    return {
      isReadOnly: merged.has('read-only'),
      priority: numberOfFlag(merged, 'priority') ?? DEFAULT_PRIORITY,
    }
  })
}

type UnitsToFill = Units & {
  readonly targets: string[]
  readonly priorities: Map<number, number>
  readonly automatic: Set<number>
} & Readonly<Record<SparseColumn, Map<number, string>>>

type SparseColumn = (typeof SPARSE_COLUMNS)[number]

/** Returns the columns of units without their content. */
export function emptyUnits(
  table: SourceTable,
  noteEnd: Units['noteEnd'],
  pluralNumber: number,
  defaultPriority: number,
): UnitsToFill {
  return {
    ...{ table, noteEnd, pluralNumber, defaultPriority },
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

/** Finds the entry of each row. Files mostly follow the template, so it tries the next entry before it searches. */
export function alignEntries(
  table: Pick<SourceTable, 'count' | 'contexts'>,
  entries: readonly Entry[],
  onStray?: PairOptions['onStray'],
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

/** Returns the row of each context. */
export const rowsByContext = oncePer(
  ({ contexts }: Pick<SourceTable, 'contexts'>): ReadonlyMap<string, number> =>
    new Map(Array.from({ length: contexts.length }, (_, row) => [contexts.at(row)!, row])),
)

/**
 * Makes the units of a bilingual translation, in file order. Of units with equal source and context the first one
 * stays. Reuses a table of the component if it would be equal. Throws ParseError.
 */
export function readBilingual(entries: readonly Entry[], options: PairOptions): Units {
  const { wordRule = 'spaces', format, sourceTables, locate } = options
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

function reportRepeated(
  entries: readonly Entry[],
  unique: readonly Entry[],
  onStray: PairOptions['onStray'],
): void {
  const used = new Set(unique)
  for (const entry of entries) {
    const isRepeated = !used.has(entry) && !entry.sharesContext
    if (isRepeated) onStray?.('repeated', { context: nameOfUnit(entry) })
  }
}

export function stateOf(
  isReadOnly: boolean,
  entry: Entry | undefined,
  { hasReviews }: PairOptions,
): number {
  if (isReadOnly) return STATE.readOnly
  if (entry === undefined) return STATE.empty
  // For a key of the template, only the text in the translation's own file counts.
  if (entry.state === 'read-only') {
    const hasText = entry.target.split(SEP).some((form) => form !== '')
    return hasText ? STATE.translated : STATE.empty
  }
  if (entry.state === 'approved' && !hasReviews) return STATE.translated
  return STATES[entry.state]
}
