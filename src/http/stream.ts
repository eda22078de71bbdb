import { createHash } from 'node:crypto'
import { CompressionStream } from 'node:stream/web'
import { nextTurn } from '../next-turn.ts'
import { isKnown, takesGzip, varyOf } from './page-cache.ts'
import type { RequestInfo } from './request-info.ts'

/**
 * Returns a stream that produces each chunk when the client takes it, and ends the generator when the client leaves.
 */
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
    // Produces nothing ahead of the client.
    { highWaterMark: 0 },
  )
}

/**
 * Returns a response with a stream, compressed if the client accepts gzip; 304 if the client has the body. `identity` names
 * everything on which the bytes depend; it is undefined if the address will soon have other bytes.
 */
export function streamResponse(
  open: () => AsyncGenerator<Uint8Array>,
  headers: Readonly<Record<string, string>>,
  identity: string | undefined,
  { header, method }: RequestInfo,
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
  // Hono drops the body of a response to HEAD, so an opened stream would never be read.
  if (method === 'HEAD') return new Response(null, { headers: whole })
  if (!isZipped) return new Response(streamOf(open()), { headers: whole })
  return new Response(streamOf(open()).pipeThrough(new CompressionStream('gzip')), {
    headers: { ...whole, 'Content-Encoding': 'gzip' },
  })
}
