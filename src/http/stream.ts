import { createHash } from 'node:crypto'
import { CompressionStream } from 'node:stream/web'
import { isKnown, takesGzip } from './page-cache.ts'
import type { ReadHeader } from './request-info.ts'

interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Names what the bytes depend on. */
  readonly identity: string
  readonly header: ReadHeader
}

/** The response with a stream, compressed where the client takes gzip; 304 where it has the body. */
export function streamResponse(
  open: () => ReadableStream<Uint8Array>,
  { headers, identity, header }: StreamOptions,
): Response {
  const tag = createHash('sha1').update(identity).digest('base64url')
  const isZipped = takesGzip(header('accept-encoding'))
  const { 'Content-Type': type, ...others } = headers
  const known = {
    ...others,
    Vary: `${headers['Vary']}, Accept-Encoding`,
    ETag: `"${tag}${isZipped ? '-gzip' : ''}"`,
  }
  if (isKnown({ tag, headers }, header)) return new Response(null, { status: 304, headers: known })
  const whole = type === undefined ? known : { ...known, 'Content-Type': type }
  if (!isZipped) return new Response(open(), { headers: whole })
  return new Response(open().pipeThrough(new CompressionStream('gzip')), {
    headers: { ...whole, 'Content-Encoding': 'gzip' },
  })
}
