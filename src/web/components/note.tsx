import type { Child } from 'hono/jsx'
import { withoutServerPaths } from '../../address.ts'
import { NotFoundError } from '../../errors.ts'
import type { Alert } from '../../model/model.ts'

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

/** Shows an alert that a comparison found. */
export function newAlertNote(title: string, { filename, message }: Alert) {
  const text = (
    <>
      <code>{filename}</code>: {withoutServerPaths(message)}
    </>
  )
  return <Note kind="bad" title={title} text={text} />
}

/** Shows a comparison; if one of its refs is unknown, says so in place, with a link to other refs. */
export async function orNoSuchRef(show: () => Promise<Child>, link?: Child): Promise<Child> {
  try {
    return await show()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const text = (
      <>
        {error.message} {link}
      </>
    )
    return (
      <Note kind="bad" id="no-ref" title="There is no such branch, tag or commit." text={text} />
    )
  }
}
