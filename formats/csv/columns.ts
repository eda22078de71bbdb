import type { Row } from './rows.ts'

/** What a table has that is not in its rows. */
export interface ColumnOptions {
  /** Whether it has two columns at most. */
  readonly isSimple: boolean
  readonly isMonolingual: boolean
}

const ALL_NAMES = [
  'location',
  'source',
  'target',
  'id',
  'fuzzy',
  'context',
  'translator_comments',
  'developer_comments',
]
const KEY_NAMES: ReadonlySet<string> = new Set(['id', 'context', 'target'])

/** The rows with texts, and the names of their columns. */
export interface Table {
  readonly names: readonly string[]
  readonly rows: readonly Row[]
}

/** Tells whether the first row is a header, by the words in it, and which names the columns have otherwise. */
export function readHeader(rows: readonly Row[], options: ColumnOptions): Table {
  const first = rows[0]?.fields ?? []
  const others = rows.slice(1)
  const names = defaultNames(first.length, options)
  const { isSimple } = options
  if ((isSimple ? first.slice(0, 2) : first).every((field) => field === '')) {
    return { names, rows: others }
  }
  const isKeyed = !isSimple && first.length === 2 && first.every((field) => KEY_NAMES.has(field))
  if (first.includes('source') || isKeyed) return { names: first, rows: others }
  const usual = isSimple || first.length > 1 ? names : ['location']
  const compared = isSimple ? first.slice(0, 2) : first
  const isUsual =
    compared.length <= usual.length &&
    compared.every((field, index) => field.toLowerCase() === usual[index])
  return { names, rows: isUsual ? others : rows }
}

function defaultNames(
  columns: number,
  { isSimple, isMonolingual }: ColumnOptions,
): readonly string[] {
  if (isSimple) return [isMonolingual ? 'context' : 'source', 'target']
  if (columns === 1) return ALL_NAMES.slice(0, 3)
  return columns === 2 ? ['source', 'target'] : ALL_NAMES.slice(0, columns)
}
