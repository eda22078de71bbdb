import { type Entry, SEP } from '../../../formats/entry.ts'
import { hashInto } from '../hash.ts'
import type { SourceTable } from '../unit.ts'
import { checkContext, checkText, flagsOfEntry, type Locate } from './entry.ts'
import { countCharacters, countWords } from './words.ts'

/** A row of a table to be: the columns that come from files. */
export interface Row {
  readonly context: string
  readonly source: string
  readonly position: number
  readonly note: string
  readonly noteTail: string
  /** Canonical. */
  readonly flags: string
  readonly explanation: string
  readonly location: string
  readonly isReadOnly: boolean
}

/** The row of an entry with its source text. Throws ParseError for forbidden characters, long texts and wrong flags. */
export function rowOf(entry: Entry, source: string, locate: Locate | undefined): Row {
  const { context, position, note, noteTail = '', explanation, location = '', state } = entry
  checkText(source, entry, locate)
  checkContext(entry, locate)
  const flags = flagsOfEntry(entry, locate)
  const isReadOnly = state === 'read-only'
  return { context, source, position, note, noteTail, flags, explanation, location, isReadOnly }
}

export interface BuildOptions {
  /** What identifies a unit: source and context, else the context alone. */
  readonly isBilingual: boolean
  readonly isSourceCjk: boolean
  /** Whether the first of several sources identifies it, as the others repeat it. */
  readonly hasAlternatives?: boolean | undefined
  /** Some that were built with the same options. */
  readonly known?: readonly SourceTable[] | undefined
}

/** Builds the columns, unless one of the known tables has these rows. */
export function buildTable(
  rows: readonly Row[],
  { isBilingual, isSourceCjk, hasAlternatives = false, known }: BuildOptions,
): SourceTable {
  const same = known?.find((table) => hasRows(table, rows))
  if (same !== undefined) return same
  const count = rows.length
  const contexts = rows.map((row) => row.context)
  const sources = rows.map((row) => row.source)
  const contentHashes = hashColumn(sources, contexts)
  const firstOf = (source: string): string => source.split(SEP, 1)[0] ?? ''
  const bilingualIds = hasAlternatives ? hashColumn(sources.map(firstOf), contexts) : contentHashes
  const idHashes = isBilingual ? bilingualIds : hashColumn(contexts)
  const table = {
    count,
    contexts,
    sources,
    positions: new Uint32Array(count),
    words: new Uint32Array(count),
    chars: new Uint32Array(count),
    idHashes,
    contentHashes,
    notes: new Map<number, string>(),
    noteTails: new Map<number, string>(),
    flags: new Map<number, string>(),
    explanations: new Map<number, string>(),
    locations: new Map<number, string>(),
    readOnly: new Set<number>(),
  }
  rows.forEach(({ source, position, isReadOnly, ...texts }, row) => {
    const { note, noteTail, flags, explanation, location } = texts
    table.positions[row] = position
    table.words[row] = countWords(source, isSourceCjk)
    table.chars[row] = countCharacters(source)
    if (note !== '') table.notes.set(row, note)
    if (noteTail !== '') table.noteTails.set(row, noteTail)
    if (flags !== '') table.flags.set(row, flags)
    if (explanation !== '') table.explanations.set(row, explanation)
    if (location !== '') table.locations.set(row, location)
    if (isReadOnly) table.readOnly.add(row)
  })
  return table
}

function hasRows(table: SourceTable, rows: readonly Row[]): boolean {
  const { contexts, sources, positions, readOnly } = table
  const { notes, noteTails, flags, explanations, locations } = table
  return (
    table.count === rows.length &&
    rows.every(
      (own, row) =>
        own.source === sources.at(row) &&
        own.context === contexts.at(row) &&
        own.position === positions[row] &&
        own.isReadOnly === readOnly.has(row) &&
        own.location === (locations.get(row) ?? '') &&
        own.note === (notes.get(row) ?? '') &&
        own.noteTail === (noteTails.get(row) ?? '') &&
        own.flags === (flags.get(row) ?? '') &&
        own.explanation === (explanations.get(row) ?? ''),
    )
  )
}

/** The hashes of two columns of texts, or of one. */
function hashColumn(first: readonly string[], second?: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(2 * first.length)
  for (const [row, text] of first.entries()) hashInto(hashes, 2 * row, text, second?.[row])
  return hashes
}
