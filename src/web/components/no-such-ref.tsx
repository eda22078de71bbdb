import type { Child } from 'hono/jsx'
import { NotFoundError } from '../../errors.ts'
import { Note } from './note.tsx'

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
    return <Note kind="bad" id="no-ref" title="There is no such ref." text={text} />
  }
}
