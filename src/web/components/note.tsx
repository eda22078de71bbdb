import type { Child } from 'hono/jsx'
import { withoutServerPaths } from '../../address.ts'
import { NotFoundError } from '../../errors.ts'
import type { Alert } from '../../model/model.ts'

/**
 * Shows a title in the color of a state with a gray explanation: what is wrong and why. `bad`: something cannot be read;
 * `edit`: something needs attention; `old`: the data may be stale; `''`: neutral.
 */
export function note(kind: 'bad' | 'edit' | 'old' | '', title: string, text: Child, more?: Child) {
  return (
    <section class={kind === '' ? 'note' : `note is-${kind}`} aria-label={title}>
      {titled(title, text)}
      {more}
    </section>
  )
}

/** Shows an error in what the client entered, which screen readers say at once. */
export function faultNote(id: string, title: string, text: Child, more?: Child) {
  return (
    <section class="note is-bad" id={id} role="alert">
      {titled(title, text)}
      {more}
    </section>
  )
}

function titled(title: string, text: Child) {
  return (
    <p>
      <b>{title}</b> {text}
    </p>
  )
}

/** Shows an alert that a comparison found. */
export function newAlertNote(title: string, { filename, message }: Alert) {
  return note('bad', title, [<code>{filename}</code>, `: ${withoutServerPaths(message)}`])
}

/** Shows a comparison; if one of its refs is unknown, says so in place, with a link to other refs. */
export async function orNoSuchRef(show: () => Promise<Child>, link?: Child): Promise<Child> {
  try {
    return await show()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const title = 'There is no such branch, tag or commit.'
    return faultNote('no-ref', title, [error.message, ' ', link])
  }
}
