import type { Entry } from '../../formats/entry.ts'
import type { SourceTable } from '../model/unit.ts'
import type { WordRule } from './count-words.ts'
import { type KeyFilter, type Locate, uniqueEntries } from './entry.ts'
import { buildTable, type Row, rowOf } from './source-table.ts'

export interface TableOptions extends RowOptions {
  readonly wordRule: WordRule
}

interface RowOptions {
  readonly keyFilter?: KeyFilter | undefined
  readonly locate?: Locate | undefined
  /** Rows of entries seen before; those of new entries are added. */
  readonly rows?: WeakMap<Entry, Row>
}

/**
 * Makes the source table of a template, in its order, for all translations of a component. Of repeated contexts the
 * first stays. Throws ParseError for forbidden characters and invalid flags.
 */
export function createTable(entries: readonly Entry[], options: TableOptions): SourceTable {
  return buildTable(templateRows(entries, options), { isBilingual: false, ...options })
}

/** Makes only the rows of `createTable`. */
export function templateRows(
  entries: readonly Entry[],
  { keyFilter, locate, rows: cachedRows }: RowOptions,
): readonly Row[] {
  const rows: Row[] = []
  for (const entry of uniqueEntries(entries, contextOf, keyFilter)) {
    let row = cachedRows?.get(entry)
    if (row === undefined) {
      row = rowOf(entry, sourceOf(entry), locate)
      cachedRows?.set(entry, row)
    }
    rows.push(row)
  }
  return rows
}

/**
 * Makes the table for the translations of a component with an intermediate file: the entries of that file, with the
 * template's source where it has the context; otherwise with their own source, and read-only. The template's own
 * translation pairs with `createTable(intermediate)`.
 */
export function createIntermediateTable(files: TemplateFiles, options: TableOptions): SourceTable {
  return buildTable(intermediateRows(files, options), { isBilingual: false, ...options })
}

interface TemplateFiles {
  readonly intermediate: readonly Entry[]
  readonly template: readonly Entry[]
}

/** The rows of `createIntermediateTable`. */
export function intermediateRows(
  { intermediate, template }: TemplateFiles,
  { keyFilter, locate }: RowOptions,
): readonly Row[] {
  const templateByContext = new Map<string, Entry>()
  for (const entry of uniqueEntries(template, contextOf)) {
    templateByContext.set(entry.context, entry)
  }
  const rows: Row[] = []
  for (const entry of uniqueEntries(intermediate, contextOf, keyFilter)) {
    const source = templateByContext.get(entry.context)
    const row = rowOf(source ?? entry, sourceOf(source ?? entry), locate)
    rows.push({
      ...row,
      position: entry.position,
      isReadOnly: row.isReadOnly || source === undefined,
    })
  }
  return rows
}

function sourceOf({ source, target }: Entry): string {
  return source === '' ? target : source
}

function contextOf(entry: Entry): string {
  return entry.context
}
