import type { Child } from 'hono/jsx'
import type { Figures } from '../../facts/figures.ts'
import type { Links } from '../links.ts'

/** A column by which a table can be sorted. */
export interface SortColumn<T> {
  /** The value of `sort_by` for this column. */
  readonly key: string
  readonly name: string
  readonly classes?: string
  /** Returns the value to sort by. The first click sorts texts ascending, numbers descending. */
  valueOf(row: T): string | number
}

/** The sortable columns of figures in tables of languages. */
export const FIGURE_COLUMNS: readonly SortColumn<{ readonly figures: Figures }>[] = [
  {
    key: 'translated_percent',
    name: '%',
    classes: 'n pc',
    valueOf: ({ figures }) => figures.percent ?? -1,
  },
  {
    key: 'fuzzy',
    name: 'Needs editing',
    classes: 'n mid-w',
    valueOf: ({ figures }) => figures.needsEditing,
  },
  { key: 'failing', name: 'Errors', classes: 'n', valueOf: ({ figures }) => figures.errors },
  {
    key: 'untranslated',
    name: 'Untranslated',
    classes: 'n mid-w',
    valueOf: ({ figures }) => figures.untranslated,
  },
]

/** How a table is sorted. */
interface Order {
  readonly key: string
  readonly isDown: boolean
}

function orderOf<T>(query: URLSearchParams, columns: readonly SortColumn<T>[]): Order {
  const sortBy = query.get('sort_by') ?? ''
  const key = sortBy.replace(/^-/, '')
  const isKnown = columns.some((column) => column.key === key)
  return isKnown
    ? { key, isDown: sortBy.startsWith('-') }
    : { key: columns[0]?.key ?? '', isDown: false }
}

/** Sorts rows as `sort_by` says, by default by the first column. */
export function sortRows<T>(
  rows: readonly T[],
  query: URLSearchParams,
  columns: readonly SortColumn<T>[],
): T[] {
  const { key, isDown } = orderOf(query, columns)
  const column = columns.find((candidate) => candidate.key === key)
  if (column === undefined) return [...rows]
  const sign = isDown ? -1 : 1
  return [...rows].sort((row, other) => {
    const [a, b] = [column.valueOf(row), column.valueOf(other)]
    return a === b ? 0 : a < b ? -sign : sign
  })
}

/**
 * Shows headings that sort a table, with other headings after the first. The server sorts, or the script sorts in place
 * if the table has `data-sort`.
 */
export function SortHeads<T>({
  columns,
  query,
  links,
  children,
}: {
  /** The sortable columns; the first is the default. */
  readonly columns: readonly SortColumn<T>[]
  readonly query: URLSearchParams
  readonly links: Links
  readonly children: Child
}) {
  const order = orderOf(query, columns)
  const [first, ...others] = columns.map(({ key, name, classes }, index) => {
    const isShown = key === order.key
    const isDownNext = isShown ? !order.isDown : index > 0
    return (
      <th
        scope="col"
        class={classes}
        aria-sort={isShown ? (order.isDown ? 'descending' : 'ascending') : 'none'}
      >
        <a href={links.here({ sort_by: isDownNext ? `-${key}` : key })}>{name}</a>
      </th>
    )
  })
  return (
    <>
      {first}
      {children}
      {others}
    </>
  )
}
