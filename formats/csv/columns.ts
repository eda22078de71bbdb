import type { Row } from './rows.ts'
import { COLUMNS } from './table.ts'

/** How to read tables. */
export interface TableRules {
  /** Whether they have at most two columns. */
  readonly isSimple: boolean
  /** Whether known words make a header and line ends never divide fields, as in Weblate 2026.10. */
  readonly knowsWords: boolean
}

/** Aliases of column names. */
const WORDS: ReadonlySet<string> = new Set([...COLUMNS, 'original', 'translation', 'note'])
const KEY_NAMES: ReadonlySet<string> = new Set(['id', 'context', 'target'])

/** The rows with texts, and the names of their columns. */
interface Table {
  readonly names: readonly string[]
  readonly rows: readonly Row[]
}

/** Decides by its words whether the first row is a header, and which names the columns have otherwise. */
export function readHeader(
  rows: readonly Row[],
  isMonolingual: boolean,
  { isSimple, knowsWords }: TableRules,
): Table {
  const first = rows[0]?.fields ?? []
  const others = rows.slice(1)
  const names = isSimple
    ? [isMonolingual ? 'context' : 'source', 'target']
    : defaultNames(first.length)
  const compared = isSimple ? first.slice(0, 2) : first
  if (compared.every((field) => field === '')) return { names, rows: others }
  const isKeyed = !isSimple && first.length === 2 && first.every((field) => KEY_NAMES.has(field))
  if (first.includes('source') || isKeyed) return { names: first, rows: others }
  if (knowsWords && first.every(isWord)) {
    const isNamed = first.some((field) => COLUMNS.includes(field))
    return { names: isNamed ? first : names, rows: others }
  }
  const usual = isSimple || first.length > 1 ? names : ['location']
  const isUsual =
    compared.length <= usual.length &&
    compared.every((field, index) => field.toLowerCase() === usual[index])
  return { names, rows: isUsual ? others : rows }
}

/** A byte order mark and the quotes behind it are part of the field. */
function isWord(field: string): boolean {
  return WORDS.has(field.replace(/^\ufeff"?|"$/g, '').toLowerCase())
}

function defaultNames(columns: number): readonly string[] {
  if (columns === 1) return COLUMNS.slice(0, 3)
  return columns === 2 ? ['source', 'target'] : COLUMNS.slice(0, columns)
}
