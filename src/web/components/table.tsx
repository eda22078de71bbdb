import type { Child } from 'hono/jsx'
import { formatNumber } from '../../facts/format-numbers.ts'
import type { PageRequest } from '../page.ts'
import { pageOf, pager } from './list-page.tsx'

/** A column of a table, which shows a cell of each row. */
export interface Column<Row> {
  /** The head; nothing if the head of the column before spans this one, too. */
  readonly name?: Child
  /** How many columns the head spans (default: one). */
  readonly span?: number
  readonly classes?: string
  readonly cell: (row: Row) => Child
  /** The classes of the cell of a row (default: `classes`). */
  readonly classesOf?: (row: Row) => string
  /** The value of `sort_by` for this column. */
  readonly key?: string
  /** Returns the value to sort by. The first click sorts texts ascending, numbers descending. */
  readonly sortValue?: (row: Row) => string | number
}

/** Returns a column whose head and cells have these classes, `''` for none. */
export function column<Row>(name: Child, classes: string, cell: Column<Row>['cell']): Column<Row> {
  return { name, cell, ...(classes !== '' && { classes }) }
}

/** Returns a column of numbers, which are sortable by a key. */
export function numbers<Row>(
  name: string,
  classes: string,
  numberOf: (row: Row) => number,
  key?: string,
): Column<Row> {
  const cell = (row: Row) => formatNumber(numberOf(row))
  return { name, classes, cell, ...(key !== undefined && { key, sortValue: numberOf }) }
}

interface TableProps<Row> {
  /** The first column has the names of the rows. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** The title for screen readers. */
  readonly title?: string
  readonly labelledBy?: string
  readonly classes?: string | undefined
  /** Whether the table scrolls sideways on narrow screens. */
  readonly scrolls?: boolean
  /** The request whose `sort_by` sorts the rows, by default by the first column. */
  readonly sortedFor?: PageRequest
  /** The request whose `sort_by` the heads show, for rows that are already sorted. */
  readonly headsFor?: PageRequest
  readonly classesOf?: (row: Row) => string | undefined
  /** Returns what replaces all cells of a row but the first. */
  readonly instead?: (row: Row) => string | undefined
  /** Returns further table rows to show after a row. */
  readonly after?: (row: Row) => Child
}

/** Longer sorted tables have pages, since writing thousands of rows would hold up other requests. */
const MAX_ROWS = 700

/** Shows rows with a cell for each column. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, title, labelledBy, classes, scrolls = false } = props
  const { sortedFor: request, headsFor } = props
  const order = request && orderOf(request, columns, columns[0])
  const heads = order ?? (headsFor && orderOf(headsFor, columns))
  const sortedRows = order ? sorted(rows, order) : rows
  const page =
    request && rows.length > MAX_ROWS ? pageOf(request.query, sortedRows, MAX_ROWS) : undefined
  const table = (
    <table
      class={classes}
      aria-labelledby={labelledBy}
      data-sort={order && page === undefined ? '' : undefined}
    >
      {title !== undefined && <caption class="vh">{title}</caption>}
      <thead>
        <tr>{columns.map((column, index) => headOf(column, index, heads))}</tr>
      </thead>
      <tbody>{(page?.items ?? sortedRows).map((row) => rowOf(row, props))}</tbody>
    </table>
  )
  return (
    <>
      {scrolls ? <div class="scroll">{table}</div> : table}
      {request && page && pager(page, request.links)}
    </>
  )
}

function rowOf<Row>(row: Row, { columns, classesOf, instead, after }: TableProps<Row>) {
  const [first, ...others] = columns
  const text = instead?.(row)
  return (
    <>
      <tr class={classesOf?.(row)}>
        <th scope="row">{first?.cell(row)}</th>
        {text === undefined ? (
          others.map((column) => (
            <td class={column.classesOf?.(row) ?? column.classes}>{column.cell(row)}</td>
          ))
        ) : (
          <td colspan={others.length} class="soft">
            – {text}
          </td>
        )}
      </tr>
      {after?.(row)}
    </>
  )
}

/** How a table is sorted. */
type Order<Row> = ReturnType<typeof orderOf<Row>>

function orderOf<Row>(
  { query, links }: PageRequest,
  columns: readonly Column<Row>[],
  byDefault?: Column<Row>,
) {
  const sortBy = query.get('sort_by') ?? ''
  const column = columns.find(({ key }) => key !== undefined && key === sortBy.replace(/^-/, ''))
  const isDown = column !== undefined && sortBy.startsWith('-')
  return { column: column ?? byDefault, isDown, links }
}

/** Sorts a whole list by the `sort_by` of a request; without one it keeps its order. */
export function sortedFor<Row>(
  request: PageRequest,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): readonly Row[] {
  const order = orderOf(request, columns)
  return order.column === undefined ? rows : sorted(rows, order)
}

function sorted<Row>(rows: readonly Row[], { column, isDown }: Order<Row>): Row[] {
  const sign = isDown ? -1 : 1
  return [...rows].sort((row, other) => {
    const [a = '', b = ''] = [column?.sortValue?.(row), column?.sortValue?.(other)]
    return a === b ? 0 : a < b ? -sign : sign
  })
}

/** Shows the head of a column; that of a sortable one sorts on the server, or with scripts in place. */
function headOf<Row>(column: Column<Row>, index: number, order: Order<Row> | undefined) {
  const { name, span, classes, key } = column
  if (!name) return null
  if (order === undefined || key === undefined) {
    return (
      <th scope="col" colspan={span} class={classes}>
        {name}
      </th>
    )
  }
  const isShown = order.column === column
  const isDownNext = isShown ? !order.isDown : index > 0
  return (
    <th
      scope="col"
      class={classes}
      aria-sort={isShown ? (order.isDown ? 'descending' : 'ascending') : 'none'}
    >
      <a href={order.links.here({ sort_by: isDownNext ? `-${key}` : key, offset: undefined })}>
        {name}
      </a>
    </th>
  )
}
