import type { Child } from 'hono/jsx'

/** Shows a string in a list: its name, its place, and what the list is about. */
export function UnitItem({
  name,
  address,
  where,
  children,
}: {
  readonly name: string
  /** The link of the name, unless the string no longer exists. */
  readonly address: string | undefined
  readonly where: Child
  readonly children: Child
}) {
  const shown = <code>{name}</code>
  return (
    <li>
      <p class="small">
        {address === undefined ? shown : <a href={address}>{shown}</a>}{' '}
        <span class="soft">{where}</span>
      </p>
      {children}
    </li>
  )
}
