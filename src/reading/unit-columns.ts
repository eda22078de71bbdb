import { type ColumnReader, ColumnWriter, type SparseTexts } from '../model/columns.ts'
import type { SourceTable, Units } from '../model/unit.ts'

/** A value made of columns, and its memory in bytes. */
export interface Opened<T> {
  readonly value: T
  readonly memoryBytes: number
}

/** The columns of a table and of units that hold texts of some rows, as they follow each other in storage. */
const SPARSE_TABLE_COLUMNS = [
  'notes',
  'noteTails',
  'flags',
  'explanations',
  'locations',
  'terms',
] as const
export const SPARSE_COLUMNS = [
  'rawTargets',
  'previousSources',
  'notes',
  'flags',
  'missingForms',
  'aliases',
] as const

/** Encodes a table for `openTable`. */
export function packTable(table: SourceTable): Buffer {
  const columns = new ColumnWriter()
  const { idHashes, contentHashes } = table
  for (const column of [table.positions, table.words, table.chars, idHashes]) {
    columns.numbers(column)
  }
  columns.numbers(contentHashes === idHashes ? [] : contentHashes)
  columns.numbers([...table.readOnly])
  columns.texts(table.contexts)
  columns.texts(table.sources)
  for (const name of SPARSE_TABLE_COLUMNS) columns.sparse(table[name])
  return columns.finish()
}

/** Decodes a table of `packTable`. */
export function openTable(columns: ColumnReader): Opened<SourceTable> {
  const positions = columns.numbers()
  const words = columns.numbers()
  const chars = columns.numbers()
  const idHashes = columns.numbers()
  const contentHashes = columns.numbers()
  const value = {
    ...{ count: positions.length, positions, words, chars, idHashes },
    contentHashes: contentHashes.length === 0 ? idHashes : contentHashes,
    readOnly: new Set(columns.numbers()),
    contexts: columns.texts(),
    sources: columns.texts(),
    ...readSparse(columns, SPARSE_TABLE_COLUMNS),
  }
  return { value, memoryBytes: columns.memoryBytes }
}

/** Encodes units, with the key of their table, for `openUnits`. */
export function packUnits(units: Units, table: string): Buffer {
  const columns = new ColumnWriter()
  const { pluralNumber, noteEnd, defaultPriority, priorities } = units
  columns.numbers([pluralNumber, noteEnd.length, defaultPriority])
  columns.numbers([...priorities.keys()])
  columns.numbers([...priorities.values()])
  columns.numbers([...units.automatic])
  columns.bytes(units.states)
  columns.texts(units.targets)
  columns.texts([table])
  for (const name of SPARSE_COLUMNS) columns.sparse(units[name])
  return columns.finish()
}

/** Decodes units of `packUnits`, with the table of that key. */
export function openUnits(
  columns: ColumnReader,
  tableOf: (name: string) => SourceTable,
): Opened<Units> {
  const [pluralNumber = 1, noteLength = 0, defaultPriority = 0] = columns.numbers()
  const value: Units = {
    pluralNumber,
    noteEnd: noteLength === 0 ? '' : '\n',
    // Stored without their sign.
    defaultPriority: defaultPriority | 0,
    priorities: prioritiesOf(columns),
    automatic: new Set(columns.numbers()),
    states: columns.bytes(),
    targets: columns.texts(),
    table: tableOf(columns.texts().at(0) ?? ''),
    ...readSparse(columns, SPARSE_COLUMNS),
  }
  return { value, memoryBytes: columns.memoryBytes }
}

function readSparse<Name extends string>(
  columns: ColumnReader,
  names: readonly Name[],
): Record<Name, SparseTexts> {
  const sparse = names.map((name) => [name, columns.sparse()])
  // An object of these entries has these names.
  return Object.fromEntries(sparse) as Record<Name, SparseTexts>
}

function prioritiesOf(columns: ColumnReader): ReadonlyMap<number, number> {
  const rows = columns.numbers()
  const values = columns.numbers()
  return new Map(Array.from(rows, (row, index) => [row, (values[index] ?? 0) | 0]))
}
