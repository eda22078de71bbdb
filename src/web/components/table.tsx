import type { Child } from 'hono/jsx'

/** A column: its name, the classes of its head, and how many columns of cells it spans (default: one). */
export type Column = readonly [name: Child, classes?: string | undefined, span?: number]

/** Shows a table, titled for screen readers or labelled by the heading with an id. */
export function Table({
  columns,
  title,
  labelledBy,
  classes,
  scrolls = false,
  children,
}: {
  readonly columns: readonly Column[]
  readonly title?: string
  readonly labelledBy?: string
  readonly classes?: string
  /** Whether the table scrolls sideways on narrow screens. */
  readonly scrolls?: boolean
  readonly children: Child
}) {
  const table = (
    <table class={classes} aria-labelledby={labelledBy}>
      {title !== undefined && <caption class="vh">{title}</caption>}
      <TableHead columns={columns} />
      <tbody>{children}</tbody>
    </table>
  )
  return scrolls ? <div class="scroll">{table}</div> : table
}

/** Shows the head of a table. */
export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        <ColumnHeads columns={columns} />
      </tr>
    </thead>
  )
}

/** Shows head cells for use beside other head cells. */
export function ColumnHeads({ columns }: { columns: readonly Column[] }) {
  return (
    <>
      {columns.map(([name, classes, span]) => (
        <th scope="col" colspan={span} class={classes}>
          {name}
        </th>
      ))}
    </>
  )
}
