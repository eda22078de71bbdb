import { createHash } from 'node:crypto'
import { CompressionStream } from 'node:stream/web'
import { isKnown, type ReadHeader, takesGzip } from './page-cache.ts'

/** A body that is made while the client reads it, and the headers of its response. */
export interface Streamed {
  readonly open: () => ReadableStream<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The response with a stream, compressed where the client takes gzip; 304 where it has the body. `identity` names what the
 * bytes depend on.
 */
export function streamAnswer(
  { open, headers }: Streamed,
  { identity, header }: { readonly identity: string; readonly header: ReadHeader },
): Response {
  const tag = createHash('sha1').update(identity).digest('base64url')
  const isZipped = takesGzip(header('accept-encoding'))
  const { 'Content-Type': type, ...others } = headers
  const known = {
    ...others,
    Vary: `${headers['Vary']}, Accept-Encoding`,
    ETag: `"${tag}${isZipped ? '-gzip' : ''}"`,
  }
  if (isKnown({ tag, headers, isTransient: false }, header))
    return new Response(null, { status: 304, headers: known })
  const whole = type === undefined ? known : { ...known, 'Content-Type': type }
  if (!isZipped) return new Response(open(), { headers: whole })
  return new Response(open().pipeThrough(new CompressionStream('gzip')), {
    headers: { ...whole, 'Content-Encoding': 'gzip' },
  })
}
