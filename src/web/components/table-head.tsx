import type { Child } from 'hono/jsx'

/** A column: its name, the classes of its head, and how many columns of cells it is above (default: one). */
export type Column = readonly [name: Child, classes?: string | undefined, span?: number]

/** The head of a table. */
export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        <ColumnHeads columns={columns} />
      </tr>
    </thead>
  )
}

/** Heads beside others. */
export function ColumnHeads({ columns }: { readonly columns: readonly Column[] }) {
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
