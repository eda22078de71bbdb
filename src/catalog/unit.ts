import { SEP, type TermFacts } from '../../formats/entry.ts'
import type { Format } from '../../formats/format.ts'
import { oncePer } from '../cache.ts'
import type { SparseTexts, Texts } from './columns.ts'
import { checksumText as formatChecksum, hashText } from './hash.ts'

/**
 * What the translations of a component share: one row for each unit, in template order; a bilingual translation has a
 * table of its own. Sparse maps hold rows that differ from `''`. Hashes are two halves a row, the low one first.
 */
export interface SourceTable {
  readonly count: number
  readonly contexts: Texts
  /** Plural forms joined with `SEP`. */
  readonly sources: Texts
  readonly positions: Uint32Array
  /** Words and code points of the source. */
  readonly words: Uint32Array
  readonly chars: Uint32Array
  /** Unsigned, without Weblate's minus 2^63. */
  readonly idHashes: Uint32Array
  readonly contentHashes: Uint32Array
  readonly notes: SparseTexts
  /** Last lines of the notes in all languages. */
  readonly noteTails: SparseTexts
  /** The file's flags in canonical form. */
  readonly flags: SparseTexts
  readonly explanations: SparseTexts
  /** Where the sources are in the program. */
  readonly locations: SparseTexts
  /** What glossaries say of terms: JSON of `TermFacts`. */
  readonly terms: SparseTexts
  /** Rows that the file forbids to translate. */
  readonly readOnly: ReadonlySet<number>
}

/** The units of one translation, a row each as in its table. The sparse maps hold rows that differ from the table's. */
export interface Units {
  readonly table: SourceTable
  /** Stored values: padded or cut to the language's plural forms, joined with `SEP`; `''` when there is none. */
  readonly targets: Texts
  /** Targets as they were read, where the plural forms of the language made others of them. */
  readonly rawTargets: SparseTexts
  /** As `STATE` has them; what the file says, or history. */
  readonly states: Uint8Array
  /** Of units that need editing: the sources that they were translated from, where known. */
  readonly previousSources: SparseTexts
  /** Of plurals: names of the forms that the file lacks, with spaces between them. */
  readonly missingForms: SparseTexts
  /** Placeholders of targets that stand for others of the source: each before the other one, with SEP between all. */
  readonly aliases: SparseTexts
  /** Rows whose targets a machine made, as the file says. */
  readonly automatic: ReadonlySet<number>
  /** Forms of a plural in the language of the translation. */
  readonly pluralNumber: number
  /** Follows a note that only the template has. */
  readonly noteEnd: '' | '\n'
  readonly notes: SparseTexts
  readonly flags: SparseTexts
  readonly defaultPriority: number
  readonly priorities: ReadonlyMap<number, number>
}

/** The target before it was padded or cut to the plural forms of its language. */
export function rawTarget(units: Units, row: number): string {
  return units.rawTargets.get(row) ?? units.targets.at(row) ?? ''
}

/** The source that a unit was translated from, where that was another one; else `''`. */
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

/** The file's flags in canonical form; without those of format, component and project. */
export function flagsOf(units: Units, row: number): string {
  return units.flags.get(row) ?? units.table.flags.get(row) ?? ''
}

/** The explanation. */
export function explanationOf(units: Units, row: number): string {
  return units.table.explanations.get(row) ?? ''
}

/** What the file of a glossary says of the terms of a unit; undefined where it says nothing. */
export function termsOf(units: Units, row: number): TermFacts | undefined {
  return factsOf(units.table, row)
}

/** The same by the table. */
export function factsOf(table: SourceTable, row: number): TermFacts | undefined {
  const text = table.terms.get(row)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Where the source is in the program, as the file says; else `''`. */
export function locationOf(units: Units, row: number): string {
  return units.table.locations.get(row) ?? ''
}

/** The priority: 100 unless a flag of unit, component or project sets another. */
export function priorityOf(units: Units, row: number): number {
  return units.priorities.get(row) ?? units.defaultPriority
}

/** The plural forms of the source; one when it is not a plural. */
export function sourceForms(units: Units, row: number): string[] {
  return formsOf(units.table.sources.at(row) ?? '')
}

/** What records call a unit: its key; the source text of a file without keys. */
export function keyOrSource(units: Units, row: number): string {
  return contextOf(units, row) || (sourceForms(units, row)[0] ?? '')
}

/** The plural forms of the target: as many as the language has, or one when the unit is not a plural. */
export function targetForms(units: Units, row: number): string[] {
  return formsOf(units.targets.at(row) ?? '')
}

/** The forms of a stored text. Most have one: to look first takes less time than to split. */
export function formsOf(text: string): string[] {
  return text.includes(SEP) ? text.split(SEP) : [text]
}

/** What of a source tells its unit from others: of alternatives, which repeat it, one. */
export function sourceId(
  source: string,
  { hasAlternatives }: Pick<Format, 'hasAlternatives'>,
): string {
  return hasAlternatives ? (formsOf(source)[0] ?? '') : source
}

/** Whether source or stored target has plural forms. */
export function isPlural(units: Units, row: number): boolean {
  return (
    (units.table.sources.at(row) ?? '').includes(SEP) || (units.targets.at(row) ?? '').includes(SEP)
  )
}

/** Weblate's `id_hash`: a signed 64-bit number as decimal text. */
export function idHashText({ table }: Units, row: number): string {
  return hashText(table.idHashes[2 * row]!, table.idHashes[2 * row + 1]!)
}

/** Weblate's `content_hash`: a signed 64-bit number as decimal text. */
export function contentHashText({ table }: Units, row: number): string {
  return hashText(table.contentHashes[2 * row]!, table.contentHashes[2 * row + 1]!)
}

/** Weblate's `checksum`: the `id_hash` before the minus 2^63 as 16 lower-case hexadecimal digits. */
export function checksumText({ table }: Units, row: number): string {
  return formatChecksum(table.idHashes[2 * row]!, table.idHashes[2 * row + 1]!)
}

/** The context: a key or a term's id, or `''`. */
export function contextOf({ table }: Units, row: number): string {
  return table.contexts.at(row) ?? ''
}

/** 1-based position in the file that made the unit; may have gaps. */
export function unitPosition({ table }: Units, row: number): number {
  return table.positions[row] ?? 0
}

/** Words of the source. */
export function unitWords({ table }: Units, row: number): number {
  return table.words[row] ?? 0
}

/** Code points of the source. */
export function unitChars({ table }: Units, row: number): number {
  return table.chars[row] ?? 0
}

/** The row of a table that has the same `id_hash` as a row of another one; undefined when there is none. */
export function findRow(table: SourceTable, other: SourceTable, row: number): number | undefined {
  return rowOfHash(table, other.idHashes[2 * row]!, other.idHashes[2 * row + 1]!)
}

/** The row with an `id_hash`, given as its unsigned halves; undefined without one. The index is made on first use. */
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
