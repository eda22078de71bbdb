import { isWithoutText, SEP, type TermFacts } from '../../formats/entry.ts'
import type { Format } from '../../formats/format.ts'
import { oncePer } from '../cache.ts'
import type { SparseTexts, Texts } from './columns.ts'
import { checksumText as formatChecksum, hashText } from './hash.ts'

/**
 * The table that the translations of a component share: one row per unit, in template order. A bilingual translation
 * has its own. Sparse maps hold rows that differ from `''`. Hashes are two halves per row, the low one first.
 */
export interface SourceTable {
  readonly count: number
  readonly contexts: Texts
  /** Plural forms joined with `SEP`. */
  readonly sources: Texts
  readonly positions: Uint32Array
  /** Numbers of words and code points of the source. */
  readonly words: Uint32Array
  readonly chars: Uint32Array
  /** Unsigned, without Weblate's minus 2^63. */
  readonly idHashes: Uint32Array
  readonly contentHashes: Uint32Array
  readonly notes: SparseTexts
  /** Last lines of the notes in all languages. */
  readonly noteTails: SparseTexts
  /** Flags from the file, in canonical form. */
  readonly flags: SparseTexts
  readonly explanations: SparseTexts
  /** Locations of the sources in the program. */
  readonly locations: SparseTexts
  /** What glossaries say about terms: JSON of `TermFacts`. */
  readonly terms: SparseTexts
  /** Rows that the file forbids to translate. */
  readonly readOnly: ReadonlySet<number>
}

/** The units of one translation, with the rows of its table. Sparse maps hold rows that differ from the table's. */
export interface Units {
  readonly table: SourceTable
  /** Stored texts: padded or cut to the language's plural forms, joined with `SEP`; `''` without a translation. */
  readonly targets: Texts
  /** Targets as read, if padding or cutting changed them. */
  readonly rawTargets: SparseTexts
  /** States as in `STATE`, from the file or from history. */
  readonly states: Uint8Array
  /** Sources that units needing editing were translated from, if known. */
  readonly previousSources: SparseTexts
  /** Names of the plural forms that the file lacks, separated by spaces. */
  readonly missingForms: SparseTexts
  /** Pairs of equivalent placeholders: one of the target, then one of the source, all joined with SEP. */
  readonly aliases: SparseTexts
  /** Rows whose targets a machine translated, according to the file. */
  readonly automatic: ReadonlySet<number>
  /** Number of plural forms in the translation's language. */
  readonly pluralNumber: number
  /** Separates the template's own note. */
  readonly noteEnd: '' | '\n'
  readonly notes: SparseTexts
  readonly flags: SparseTexts
  readonly defaultPriority: number
  readonly priorities: ReadonlyMap<number, number>
}

/** Returns the target before it was padded or cut to the plural forms of its language. */
export function rawTarget(units: Units, row: number): string {
  return units.rawTargets.get(row) ?? units.targets.at(row) ?? ''
}

/** Returns the source that a unit was translated from, if that was a different one; otherwise `''`. */
export function previousSourceOf(units: Units, row: number): string {
  return units.previousSources.get(row) ?? ''
}

/** The note, never trimmed. */
export function noteOf(units: Units, row: number): string {
  const shared = units.table.notes.get(row)
  const note = units.notes.get(row) ?? (shared === undefined ? '' : shared + units.noteEnd)
  const tail = units.table.noteTails.get(row)
  if (tail === undefined) return note
  return note === '' ? tail : `${note}\n${tail}`
}

/** Returns the file's flags in canonical form, without those of format, component and project. */
export function flagsOf(units: Units, row: number): string {
  return units.flags.get(row) ?? units.table.flags.get(row) ?? ''
}

/** The explanation. */
export function explanationOf(units: Units, row: number): string {
  return units.table.explanations.get(row) ?? ''
}

/** Returns what a glossary's file says about a unit's terms; undefined if nothing. */
export function factsOf(table: SourceTable, row: number): TermFacts | undefined {
  const text = table.terms.get(row)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Returns the source's location in the program, according to the file; `''` if unknown. */
export function locationOf(units: Units, row: number): string {
  return units.table.locations.get(row) ?? ''
}

/** Returns the priority: 100, unless a flag of unit, component or project sets another. */
export function priorityOf(units: Units, row: number): number {
  return units.priorities.get(row) ?? units.defaultPriority
}

/** Returns the plural forms of the source; one if it is not a plural. */
export function sourceForms(units: Units, row: number): string[] {
  return formsOf(units.table.sources.at(row) ?? '')
}

/** Returns the name of a unit in records: its key, or its source text in a file without keys. */
export function keyOrSource(units: Units, row: number): string {
  return contextOf(units, row) || (sourceForms(units, row)[0] ?? '')
}

/** Returns the plural forms of the target: as many as the language has, or one if the unit is not a plural. */
export function targetForms(units: Units, row: number): string[] {
  return formsOf(units.targets.at(row) ?? '')
}

/** Returns the forms of a stored text. Most have one, and checking for that is faster than splitting. */
export function formsOf(text: string): string[] {
  return text.includes(SEP) ? text.split(SEP) : [text]
}

/** Returns a stored text; `''` if no form has text, since a plural without a translation consists of separators. */
export function textIfAny(text: string): string {
  return isWithoutText(text) ? '' : text
}

/** Returns the stored target of a row; `''` if no form has text. */
export function targetIfAny({ targets }: Pick<Units, 'targets'>, row: number): string {
  return textIfAny(targets.at(row) ?? '')
}

/** Returns the part of a source that identifies its unit: of alternatives, which repeat it, only one. */
export function sourceId(
  source: string,
  { hasAlternatives }: Pick<Format, 'hasAlternatives'>,
): string {
  return hasAlternatives ? (formsOf(source)[0] ?? '') : source
}

/** Returns whether source or stored target has plural forms. */
export function isPlural(units: Units, row: number): boolean {
  return (
    (units.table.sources.at(row) ?? '').includes(SEP) || (units.targets.at(row) ?? '').includes(SEP)
  )
}

/** Returns Weblate's `id_hash`: a signed 64-bit number as decimal text. */
export function idHashText({ table }: Units, row: number): string {
  return hashText(table.idHashes[2 * row]!, table.idHashes[2 * row + 1]!)
}

/** Returns Weblate's `content_hash`: a signed 64-bit number as decimal text. */
export function contentHashText({ table }: Units, row: number): string {
  return hashText(table.contentHashes[2 * row]!, table.contentHashes[2 * row + 1]!)
}

/** Returns Weblate's `checksum`: the `id_hash` before the minus 2^63, as 16 lower-case hexadecimal digits. */
export function checksumText({ table }: Units, row: number): string {
  return formatChecksum(table.idHashes[2 * row]!, table.idHashes[2 * row + 1]!)
}

/** Returns the context: a key or a term's id, or `''`. */
export function contextOf({ table }: Units, row: number): string {
  return table.contexts.at(row) ?? ''
}

/** Returns the position in the file that made the unit, counted from 1; may have gaps. */
export function unitPosition({ table }: Units, row: number): number {
  return table.positions[row] ?? 0
}

/** Words of the source. */
export function unitWords({ table }: Units, row: number): number {
  return table.words[row] ?? 0
}

/** Returns the number of code points of the source. */
export function unitChars({ table }: Units, row: number): number {
  return table.chars[row] ?? 0
}

/** Returns the row of a table with the same `id_hash` as a row of another one; undefined if there is none. */
export function findRow(table: SourceTable, other: SourceTable, row: number): number | undefined {
  return rowOfHash(table, other.idHashes[2 * row]!, other.idHashes[2 * row + 1]!)
}

/** Returns the row with an `id_hash`, given as unsigned halves, if any. Builds the index on first use. */
export function rowOfHash(table: SourceTable, low: number, high: number): number | undefined {
  const index = indexOf(table)
  const mask = index.length - 1
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const row = index[slot] ?? -1
    if (row === -1) return undefined
    if (table.idHashes[2 * row] === low >>> 0 && table.idHashes[2 * row + 1] === high >>> 0)
      return row
  }
}

/** An open-addressing hash table of rows, at most half full; -1 is a free slot. */
const indexOf = oncePer(({ count, idHashes }: SourceTable): Int32Array => {
  let size = 2
  while (size < 2 * count) size *= 2
  const index = new Int32Array(size).fill(-1)
  for (let row = 0; row < count; row++) {
    let slot = idHashes[2 * row]! & (size - 1)
    while (index[slot] !== -1) slot = (slot + 1) & (size - 1)
    index[slot] = row
  }
  return index
})
