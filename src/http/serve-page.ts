import { createHash } from 'node:crypto'
import { CompressionStream } from 'node:stream/web'
import { nextTurn } from '../next-turn.ts'
import { bufferOver } from '../text.ts'
import { cacheControl, type Lifetimes } from './cache-control.ts'
import { etagOf, isKnown } from './etag.ts'
import { busy } from './http-error.ts'
import {
  createPage,
  type Page,
  type PageCache,
  takesGzip,
  toResponse,
  varyOf,
} from './page-cache.ts'
import { dayOf, pageKey, type RequestInfo } from './request-info.ts'
import { createShare } from './share.ts'
import type { RequestViews } from './views.ts'

/** The content of a response. If `body` is a function, each client reads its own stream of chunks. */
export interface Content {
  readonly body: Uint8Array | (() => AsyncGenerator<Uint8Array>)
  readonly headers: Readonly<Record<string, string>>
  /** Whether the same view may have another body later, as history is read or refs move. Such content is not cached. */
  readonly isTransient?: boolean
  /** Lifetime in caches in seconds, overriding the configured one. */
  readonly maxAge?: number
}

/**
 * Responds with a page about some views, from the cache or from `make`. Concurrent requests share one call, whose
 * signal is aborted when all of them are gone.
 */
export type ServePage = (
  info: RequestInfo,
  views: Pick<RequestViews, 'key' | 'isFixed'>,
  make: (signal: AbortSignal) => Promise<Content>,
) => Promise<Response>

/** Pages in progress at once. They take turns, so further requests would wait too long. */
const MAX_RUNNING = 500
/** Streams open at once; each holds its next chunk in memory. */
const MAX_STREAMS = 200

/** Returns the function that serves pages, with headers for caches and browsers. */
export function createServePage(
  pages: PageCache,
  lifetimes: Lifetimes,
  identityHeaders: readonly string[] = [],
): ServePage {
  const share = createShare<Page | OpenContent>(MAX_RUNNING)
  let streams = 0
  async function* counted(open: () => AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    streams += 1
    try {
      yield* open()
    } finally {
      streams -= 1
    }
  }
  return async (info, views, make) => {
    const { path, search, header, method, signal } = info
    const key = pageKey(views.key, `${path}${search}`, info)
    const cached = await pages.find(key, header)
    if (cached !== undefined) return toResponse(cached, method)
    const page = await share(key, signal, async (signal) => {
      const content = await make(signal)
      const { body, isTransient = false, maxAge = lifetimes.maxAge } = content
      const isFixed = views.isFixed && dayOf(search) === 0
      const policy = cacheControl(
        { isFixed, isTransient, isPrivate: info.principal.id !== '' },
        { ...lifetimes, maxAge },
      )
      const vary = [content.headers['Vary'] ?? [], identityHeaders].flat()
      const headers = {
        'Cache-Control': policy,
        ...content.headers,
        ...(vary.length > 0 && { Vary: vary.join(', ') }),
      }
      if (typeof body === 'function') {
        return { open: () => counted(body), headers, identity: isTransient ? undefined : key }
      }
      return createPage(bufferOver(body), headers, isTransient)
    })
    if ('open' in page) {
      if (streams >= MAX_STREAMS) throw busy()
      return streamResponse(page, info)
    }
    return toResponse(await pages.add(key, page, header), method)
  }
}

/** Content that opens a stream for each client. */
interface OpenContent {
  readonly open: () => AsyncGenerator<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
  /** Names everything on which the bytes depend; undefined if the address will soon have other bytes. */
  readonly identity: string | undefined
}

/** Returns a stream that produces a chunk when the client takes it, and ends the generator when the client leaves. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(inTurns(chunks))
}

async function* inTurns(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  await nextTurn()
  for await (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}

/** Returns a response with a stream, compressed if the client accepts gzip; 304 if the client has the body. */
function streamResponse(
  { open, headers, identity }: OpenContent,
  { header, method }: RequestInfo,
): Response {
  const tag =
    identity === undefined ? undefined : createHash('sha1').update(identity).digest('base64url')
  const { 'Content-Type': type, ...others } = headers
  const isZipped = type !== 'application/zip' && takesGzip(header('accept-encoding'))
  const baseHeaders = {
    ...others,
    Vary: varyOf(headers),
    ...(tag !== undefined && { ETag: etagOf(tag, isZipped ? 'gzip' : undefined) }),
  }
  if (tag !== undefined && isKnown(tag, header))
    return new Response(null, { status: 304, headers: baseHeaders })
  const whole = type === undefined ? baseHeaders : { ...baseHeaders, 'Content-Type': type }
  // Hono drops the body of a response to HEAD, so an opened stream would never be read.
  if (method === 'HEAD') return new Response(null, { headers: whole })
  if (!isZipped) return new Response(streamOf(open()), { headers: whole })
  return new Response(streamOf(open()).pipeThrough(new CompressionStream('gzip')), {
    headers: { ...whole, 'Content-Encoding': 'gzip' },
  })
}
