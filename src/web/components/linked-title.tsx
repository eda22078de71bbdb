import type { Child } from 'hono/jsx'

/** Shows the heading of a section with a link to the page that has more. */
export function LinkedTitle({
  title,
  id,
  address,
  children,
}: {
  readonly title: string
  readonly id?: string
  readonly address: string
  /** The text of the link. */
  readonly children: Child
}) {
  return (
    <div class="bar-h">
      <h2 id={id}>{title}</h2>
      <a href={address} class="small">
        {children}
      </a>
    </div>
  )
}
