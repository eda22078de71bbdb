import { createHash } from 'node:crypto'
import { CompressionStream } from 'node:stream/web'
import { nextTurn } from '../next-turn.ts'
import { isKnown, takesGzip, varyOf } from './page-cache.ts'
import type { RequestInfo } from './request-info.ts'

interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Names what the bytes depend on; undefined: soon other bytes come under the same address. */
  readonly identity: string | undefined
  readonly info: Pick<RequestInfo, 'header' | 'method'>
}

/** A stream of chunks, each of which is made when the client takes it; a client that is gone ends them. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        await nextTurn()
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    // Nothing is made in advance.
    { highWaterMark: 0 },
  )
}

/** The response with a stream, compressed where the client takes gzip; 304 where it has the body. */
export function streamResponse(
  open: () => AsyncGenerator<Uint8Array>,
  { headers, identity, info: { header, method } }: StreamOptions,
): Response {
  const tag =
    identity === undefined ? undefined : createHash('sha1').update(identity).digest('base64url')
  const { 'Content-Type': type, ...others } = headers
  const isZipped = type !== 'application/zip' && takesGzip(header('accept-encoding'))
  const baseHeaders = {
    ...others,
    Vary: varyOf(headers),
    ...(tag !== undefined && { ETag: `"${tag}${isZipped ? '-gzip' : ''}"` }),
  }
  if (tag !== undefined && isKnown({ tag, headers }, header))
    return new Response(null, { status: 304, headers: baseHeaders })
  const whole = type === undefined ? baseHeaders : { ...baseHeaders, 'Content-Type': type }
  // Hono takes the body away from the answer to HEAD, and what is opened then is never read.
  if (method === 'HEAD') return new Response(null, { headers: whole })
  if (!isZipped) return new Response(streamOf(open()), { headers: whole })
  return new Response(streamOf(open()).pipeThrough(new CompressionStream('gzip')), {
    headers: { ...whole, 'Content-Encoding': 'gzip' },
  })
}
