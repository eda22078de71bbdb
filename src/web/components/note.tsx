import type { Child } from 'hono/jsx'

/** Shows a line in the color of a state with a gray explanation: what is wrong and why. */
export function Note({
  kind,
  title,
  text,
  id,
  children,
}: {
  /**
   * `bad`: something cannot be read; `edit`: something needs attention; `old`: the data may be stale (default:
   * neutral).
   */
  readonly kind?: 'bad' | 'edit' | 'old'
  readonly title: string
  /** The text behind the title. */
  readonly text?: Child
  /** The id of an error in what the client entered, which screen readers say at once. */
  readonly id?: string
  readonly children?: Child
}) {
  return (
    <section
      class={kind === undefined ? 'note' : `note is-${kind}`}
      id={id}
      role={id && 'alert'}
      aria-label={id ? undefined : title}
    >
      <p>
        <b>{title}</b> {text}
      </p>
      {children}
    </section>
  )
}
