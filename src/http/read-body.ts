import { HttpError } from './http-error.ts'

/** The bytes of a request's body. Rejects with HttpError (413) where there are more than `maxBytes`. */
export async function readBody({ body }: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw new HttpError(413, 'too_large', 'The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
