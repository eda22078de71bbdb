import type { Entry, TermFacts } from '../../formats/entry.ts'
import { hashInto } from '../model/hash.ts'
import { type SourceTable, sourceId } from '../model/unit.ts'
import { countCharacters, countWords, type WordRule } from './count-words.ts'
import { checkContext, checkText, flagsOfUnit, type Locate } from './entry.ts'

/** A future row of a source table: the columns that come from files. */
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
  readonly terms: TermFacts | undefined
  readonly isReadOnly: boolean
}

/** The columns that most rows lack. */
export const EMPTY_ROW: Omit<Row, 'context' | 'source' | 'position' | 'isReadOnly'> = {
  ...{ note: '', noteTail: '', flags: '', explanation: '', location: '', terms: undefined },
}

/** Makes the row of an entry. Throws ParseError for forbidden characters, long texts and invalid flags. */
export function rowOf(entry: Entry, source: string, locate: Locate | undefined): Row {
  checkText(source, entry, locate)
  checkContext(entry, locate)
  return uncheckedRow(entry, source, locate)
}

function uncheckedRow(entry: Entry, source: string, locate: Locate | undefined): Row {
  const { context, position, note, noteTail = '', explanation, location = '', terms, state } = entry
  const flags = flagsOfUnit(entry, locate)
  const isReadOnly = state === 'read-only'
  return {
    context,
    source,
    position,
    note,
    noteTail,
    flags,
    explanation,
    location,
    terms,
    isReadOnly,
  }
}

interface BuildOptions {
  /** Returns what identifies a unit: source and context, or only the context. */
  readonly isBilingual: boolean
  readonly wordRule: WordRule
  /** Whether only the first of several sources identifies the unit, since the others repeat it. */
  readonly hasAlternatives?: boolean | undefined
}

/** Builds the columns. */
export function buildTable(
  rows: readonly Row[],
  { isBilingual, wordRule, hasAlternatives = false }: BuildOptions,
): SourceTable {
  const count = rows.length
  const contexts = rows.map((row) => row.context)
  const sources = rows.map((row) => row.source)
  const contentHashes = hashColumn(sources, contexts)
  const idOf = (source: string): string => sourceId(source, { hasAlternatives })
  const bilingualIds = hasAlternatives ? hashColumn(sources.map(idOf), contexts) : contentHashes
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
    terms: new Map<number, string>(),
    readOnly: new Set<number>(),
  }
  rows.forEach(({ source, position, isReadOnly, terms, ...texts }, row) => {
    const { note, noteTail, flags, explanation, location } = texts
    table.positions[row] = position
    table.words[row] = countWords(source, wordRule)
    table.chars[row] = countCharacters(source)
    if (note !== '') table.notes.set(row, note)
    if (noteTail !== '') table.noteTails.set(row, noteTail)
    if (flags !== '') table.flags.set(row, flags)
    if (explanation !== '') table.explanations.set(row, explanation)
    if (location !== '') table.locations.set(row, location)
    if (terms !== undefined) table.terms.set(row, JSON.stringify(terms))
    if (isReadOnly) table.readOnly.add(row)
  })
  return table
}

/**
 * Returns whether a table has the rows of these entries with their own sources, so that the checks of its rows also
 * hold for them. Throws ParseError for wrong flags.
 */
export function hasRowsOf(
  table: SourceTable,
  entries: readonly Entry[],
  locate: Locate | undefined,
): boolean {
  return (
    table.count === entries.length &&
    entries.every((entry, at) => hasRow(table, at, uncheckedRow(entry, entry.source, locate)))
  )
}

function hasRow(table: SourceTable, at: number, row: Row): boolean {
  return (
    row.source === table.sources.at(at) &&
    row.context === table.contexts.at(at) &&
    row.position === table.positions[at] &&
    row.isReadOnly === table.readOnly.has(at) &&
    row.location === (table.locations.get(at) ?? '') &&
    row.note === (table.notes.get(at) ?? '') &&
    row.noteTail === (table.noteTails.get(at) ?? '') &&
    row.flags === (table.flags.get(at) ?? '') &&
    row.explanation === (table.explanations.get(at) ?? '') &&
    (row.terms && JSON.stringify(row.terms)) === table.terms.get(at)
  )
}

/** Hashes two columns of texts, or one. */
function hashColumn(first: readonly string[], second?: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(2 * first.length)
  for (const [row, text] of first.entries()) hashInto(hashes, 2 * row, text, second?.[row])
  return hashes
}
