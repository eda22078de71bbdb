import type { Child } from 'hono/jsx'

/** A line in the colour of a state above grey: what is wrong and why. */
export function Note({
  kind,
  title,
  children,
}: {
  /** `bad` something cannot be read, `edit` something is not as it should be, `old` what is shown may be older; else plain. */
  readonly kind?: 'bad' | 'edit' | 'old'
  readonly title: string
  readonly children?: Child
}) {
  return (
    <section class={kind === undefined ? 'note' : `note is-${kind}`} aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      {children}
    </section>
  )
}
