import { busy, HttpError } from './http-error.ts'

/** Parses JSON of a client. Throws 400 as Weblate does. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new HttpError(400, 'parse_error', `JSON parse error - ${(error as SyntaxError).message}`)
  }
}

/** Total size of all request bodies in memory, across clients. */
const MAX_HELD_BYTES = 64 << 20

let held = 0

/** Reads a body. Rejects with 413 above `maxBytes`, 503 if all clients send too much, 499 if the client aborts. */
export async function readBody({ body }: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length
      held += chunk.length
      if (length > maxBytes) throw new HttpError(413, 'too_large', 'The body is too large.')
      if (held > MAX_HELD_BYTES) throw busy()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError(499, 'aborted', 'The body ended early.')
  } finally {
    held -= length
  }
}
