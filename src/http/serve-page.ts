import { busy } from './http-error.ts'
import { createPage, type Page, type PageCache, toResponse } from './page-cache.ts'
import { dayOf, pageKey, type RequestInfo } from './request-info.ts'
import { createShare } from './share.ts'
import { streamResponse } from './stream.ts'
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
  const share = createShare<Page | OpenContent>({ maxRunning: MAX_RUNNING })
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
    const key = pageKey({ ...info, viewKey: views.key, target: `${path}${search}` })
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
      const headers = {
        'Cache-Control': policy,
        ...content.headers,
        ...varyBy([content.headers['Vary'] ?? [], identityHeaders].flat()),
      }
      if (typeof body === 'function') {
        return { open: body, headers, identity: isTransient ? undefined : key }
      }
      return createPage(bufferOf(body), headers, isTransient)
    })
    if ('open' in page) {
      const { open, headers, identity } = page
      if (streams >= MAX_STREAMS) throw busy()
      return streamResponse(() => counted(open), headers, identity, info)
    }
    return toResponse(await pages.add(key, page, header), method)
  }
}

function varyBy(headers: readonly string[]): Record<string, string> {
  return headers.length === 0 ? {} : { Vary: headers.join(', ') }
}

/** Content that opens a stream for each client. */
interface OpenContent {
  readonly open: () => AsyncGenerator<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
  /** See `streamResponse`. */
  readonly identity: string | undefined
}

/** Returns a buffer on the same memory. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Lifetimes of responses in caches, in seconds. */
interface Lifetimes {
  /** Time without revalidation; 0 means to revalidate always. */
  readonly maxAge: number
  /** Additional time during revalidation. */
  readonly staleWhileRevalidate: number
  /** Additional time while revalidation fails. */
  readonly staleIfError: number
}

const YEAR_SECONDS = 31_536_000

/**
 * Returns the value of `Cache-Control`: a year for immutable responses (RFC 8246), and the configured lifetimes for
 * others (RFC 5861 for stale ones). Incomplete responses are not stored. Responses that not everybody may see are for
 * private caches only.
 */
function cacheControl(
  {
    isFixed,
    isTransient,
    isPrivate,
  }: Readonly<Record<'isFixed' | 'isTransient' | 'isPrivate', boolean>>,
  { maxAge, staleWhileRevalidate, staleIfError }: Lifetimes,
): string {
  if (isTransient) return 'no-store'
  const who = isPrivate ? 'private' : 'public'
  if (isFixed) return `${who}, max-age=${YEAR_SECONDS}, immutable`
  if (maxAge + staleWhileRevalidate + staleIfError === 0) {
    return isPrivate ? 'private, no-cache' : 'no-cache'
  }
  const stale = Object.entries({
    'stale-while-revalidate': staleWhileRevalidate,
    'stale-if-error': staleIfError,
  }).flatMap(([name, seconds]) => (seconds === 0 ? [] : `, ${name}=${seconds}`))
  return `${who}, max-age=${maxAge}${stale.join('')}`
}
