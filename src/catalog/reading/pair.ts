import { type Entry, type EntryState, SEP } from '../../../formats/entry.ts'
import { oncePer } from '../../cache.ts'
import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import { STATE } from '../statistics.ts'
import type { SourceTable, Units } from '../unit.ts'
import { tableOfAlternatives } from './alternatives.ts'
import { checkText, flagsOfEntry, hasFlags, uniqueEntries } from './entry.ts'
import { type PairOptions, rulesOf } from './rule.ts'
import type { StrayKeys } from './stray-keys.ts'
import { buildTable, hasRowsOf, rowOf } from './table.ts'
import { adjustForms } from './target.ts'
import type { TableOptions } from './template-table.ts'

const STATES: Readonly<Record<EntryState, number>> = {
  untranslated: STATE.empty,
  fuzzy: STATE.fuzzy,
  translated: STATE.translated,
  approved: STATE.approved,
  'read-only': STATE.readOnly,
}

/**
 * Pairs the entries of a monolingual translation with the table: the last of a repeated context counts, entries that the
 * table lacks do not. With `isTemplate` they are the template's own; with `fillFromSource` (the template of a component
 * with an intermediate file) a missing target is the source. Throws ParseError.
 */
export function pairMonolingual(
  table: SourceTable,
  entries: readonly Entry[],
  options: PairOptions & {
    readonly isTemplate?: boolean
    readonly fillFromSource?: boolean
    /** Told of entries that give no unit. */
    readonly onStray?: OnStray
  },
): Units {
  const found = alignEntries(table, entries, options.onStray)
  if (!options.format.hasAlternatives) return buildUnits(table, found, options)
  const { isSourceCjk = false, isTemplate = false, locate } = options
  const own = tableOfAlternatives(table, found, { isSourceCjk, isTemplate, locate })
  return { ...buildUnits(own, found, options), noteEnd: '', notes: new Map() }
}

/**
 * The units of a table with the entry that each row has in the file. Throws ParseError. It is long because every column
 * of the units is filled in one walk.
 */
function buildUnits(
  table: SourceTable,
  found: readonly (Entry | undefined)[],
  options: PairOptions & {
    readonly isTemplate?: boolean
    readonly fillFromSource?: boolean
    readonly isBilingual?: boolean
  },
): Units {
  const { format, locate, pluralNumber } = options
  const rules = rulesOf(options)
  const usual = rules('')
  const countsOwnFlags = !options.isBilingual && !format.templateFlagsOnly
  const targets = new Array<string>(table.count).fill('')
  const rawTargets = new Map<number, string>()
  const states = new Uint8Array(table.count)
  const previousSources = new Map<number, string>()
  const missingForms = new Map<number, string>()
  const aliases = new Map<number, string>()
  const notes = new Map<number, string>()
  // The notes of a template, and of a bilingual file, are those of the table.
  const noteEnd = options.isTemplate || options.isBilingual ? '' : '\n'
  const flags = new Map<number, string>()
  const priorities = new Map<number, number>()
  for (let row = 0; row < table.count; row++) {
    const entry = found[row]
    const source = table.sources.at(row)!
    if (entry !== undefined) checkText(entry.target, entry, locate)
    const own = entry?.repeatsSource ? source : entry?.target
    const target = own ?? (options.fillFromSource ? source : '')
    targets[row] = format.hasAlternatives ? target : adjustForms(target, source, pluralNumber)
    if (targets[row] !== target) rawTargets.set(row, target)
    if (entry?.missingForms?.length) missingForms.set(row, entry.missingForms.join(' '))
    if (entry?.aliases?.size) aliases.set(row, [...entry.aliases].flat().join(SEP))
    if (entry?.previousSource) previousSources.set(row, entry.previousSource)

    const shared = table.notes.get(row) ?? ''
    const note = entry?.note ?? ''
    // In a template the last entry of a context may lack the note of the first.
    if (note === shared ? note !== '' && noteEnd !== '' : note !== '' || options.isTemplate) {
      notes.set(row, note === shared ? shared : `${shared}\n${note}`)
    }

    let merged = table.flags.get(row) ?? ''
    if (countsOwnFlags && entry !== undefined && hasFlags(entry)) {
      const both = formatFlags(mergeFlags(flagsOfEntry(entry, locate), merged))
      if (both !== merged) flags.set(row, both)
      merged = both
    }
    const rule = merged === '' ? usual : rules(merged)
    if (rule.priority !== usual.priority) priorities.set(row, rule.priority)
    states[row] = stateOf(table.readOnly.has(row) || rule.isReadOnly, entry, options)
  }
  return {
    table,
    targets,
    rawTargets,
    states,
    previousSources,
    missingForms,
    aliases,
    pluralNumber,
    noteEnd,
    notes,
    flags,
    defaultPriority: usual.priority,
    priorities,
  }
}

type OnStray = (kind: keyof StrayKeys, entry: Entry) => void

/** The entry of each row. Files mostly follow the template's order, so the next row is tried before a search. */
function alignEntries(
  table: SourceTable,
  entries: readonly Entry[],
  onStray: OnStray | undefined,
): readonly (Entry | undefined)[] {
  const found = new Array<Entry | undefined>(table.count).fill(undefined)
  let next = 0
  for (const entry of entries) {
    let row: number | undefined = next
    if (table.contexts.at(row) !== entry.context) row = rowsByContext(table).get(entry.context)
    if (row === undefined) {
      if (entry.position > 0 && !entry.sharesContext) onStray?.('unknown', entry)
      continue
    }
    if (found[row] !== undefined && !entry.sharesContext) onStray?.('repeated', entry)
    found[row] = entry
    next = row + 1
  }
  return found
}

const rowsByContext = oncePer(
  ({ contexts }: SourceTable): ReadonlyMap<string, number> =>
    new Map(Array.from({ length: contexts.length }, (_, row) => [contexts.at(row)!, row])),
)

/**
 * The units of a bilingual translation, in file order: the first of those with the same source and context, written one
 * after the other, stays. Their table is one of the known ones of the component where it would be the same. Throws ParseError.
 */
export function readBilingual(
  entries: readonly Entry[],
  options: PairOptions & BilingualOptions,
): Units {
  const { isSourceCjk, format, known, locate } = options
  const all = entries.filter(({ position }) => position !== 0)
  const same = known?.find((table) => hasRowsOf(table, all, locate))
  // The rows of a table are different ones.
  if (same !== undefined) return buildUnits(same, all, { ...options, isBilingual: true })
  const kept = uniqueEntries(entries, (entry) => entry.source + entry.context)
  const rows = kept.map((entry) => rowOf(entry, entry.source, locate))
  const { hasAlternatives } = format
  const table = buildTable(rows, { isBilingual: true, isSourceCjk, hasAlternatives })
  return buildUnits(table, kept, { ...options, isBilingual: true })
}

interface BilingualOptions extends Omit<TableOptions, 'keyFilter' | 'rows'> {
  /** Tables of other translations of the component. */
  readonly known?: readonly SourceTable[] | undefined
}

function stateOf(
  isReadOnly: boolean,
  entry: Entry | undefined,
  { hasReviews }: PairOptions,
): number {
  if (isReadOnly) return STATE.readOnly
  if (entry === undefined) return STATE.empty
  // What only a translation's own file says of a key with a template: its text counts.
  if (entry.state === 'read-only') return hasText(entry.target) ? STATE.translated : STATE.empty
  if (entry.state === 'approved' && !hasReviews) return STATE.translated
  return STATES[entry.state]
}

function hasText(target: string): boolean {
  return target.split(SEP).some((form) => form !== '')
}
