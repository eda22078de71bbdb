import { createHash } from 'node:crypto'
import { CompressionStream } from 'node:stream/web'
import { setImmediate as pause } from 'node:timers/promises'
import { encodeJson } from './json.ts'
import { isKnown, type ReadHeader, takesGzip } from './pages.ts'
import type { Listing } from './pagination.ts'

/** A list that is sent whole, and the headers of its answer. */
export interface Lines {
  readonly items: Listing
  readonly headers: Readonly<Record<string, string>>
}

/** About how many characters are made before the client has to take them. */
const CHUNK_LENGTH = 1 << 16

/**
 * The items of a list, one a line of JSON (https://github.com/ndjson/ndjson-spec), made while the client reads: at any time
 * one chunk is in memory, others get their turn between two chunks, and nothing more is made once the client is gone.
 */
export function streamLines({ count, item }: Listing): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream(
    {
      async pull(controller) {
        await pause()
        let text = ''
        while (next < count && text.length < CHUNK_LENGTH) text += `${encodeJson(item(next++))}\n`
        if (text !== '') controller.enqueue(Buffer.from(text))
        if (next >= count) controller.close()
      },
    },
    // Nothing is made in advance.
    { highWaterMark: 0 },
  )
}

/**
 * The answer to a request for all items, compressed where the client takes gzip; 304 where it has them. `identity` names
 * what the bytes depend on.
 */
export function streamAnswer(
  { items, headers }: Lines,
  { identity, header }: { readonly identity: string; readonly header: ReadHeader },
): Response {
  const tag = createHash('sha1').update(identity).digest('base64url')
  const isZipped = takesGzip(header('accept-encoding'))
  const known = {
    ...headers,
    Vary: `${headers['Vary']}, Accept-Encoding`,
    ETag: `"${tag}${isZipped ? '-gzip' : ''}"`,
  }
  if (isKnown({ tag, headers, isTransient: false }, header))
    return new Response(null, { status: 304, headers: known })
  const lines = streamLines(items)
  const whole = { ...known, 'Content-Type': 'application/x-ndjson' }
  if (!isZipped) return new Response(lines, { headers: whole })
  return new Response(lines.pipeThrough(new CompressionStream('gzip')), {
    headers: { ...whole, 'Content-Encoding': 'gzip' },
  })
}
