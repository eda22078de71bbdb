import { busy } from './http-error.ts'
import { createPage, type Page, type PageCache, toResponse } from './page-cache.ts'
import { dayOf, pageKey, type RequestInfo } from './request-info.ts'
import { createShare } from './share.ts'
import { streamResponse } from './stream.ts'
import type { RequestViews } from './views.ts'

/** The answer of a route. `body` may make chunks, for each client as it takes them. */
export interface Content {
  readonly body: Uint8Array | (() => AsyncGenerator<Uint8Array>)
  readonly headers: Readonly<Record<string, string>>
  /** Whether the same view may give another body later, as history is read or refs move: then it is not cached. */
  readonly isTransient?: boolean
  /** How long caches may use it without asking, in seconds, instead of what is configured. */
  readonly maxAge?: number
}

/**
 * Responds to a request with a page that shows these views: from the cache, or as `make` makes it, once for all who ask
 * for it meanwhile. The signal is aborted when none of them waits any more.
 */
export type ServePage = (
  info: RequestInfo,
  views: Pick<RequestViews, 'key' | 'isFixed'>,
  make: (signal: AbortSignal) => Promise<Content>,
) => Promise<Response>

/** Pages that are made at once; each has its turns, and who asks for one more comes too late to get it soon. */
const MAX_RUNNING = 500
/** Streams that are open at once: each holds what it sends next. */
const MAX_STREAMS = 200

/** The function that serves pages, with the headers that caches and browsers go by. */
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
      const {
        body,
        isTransient = false,
        maxAge = lifetimes.maxAge,
        ...content
      } = await make(signal)
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
      return streamResponse(() => counted(open), { headers, identity, info })
    }
    return toResponse(await pages.add(key, page, header), method)
  }
}

function varyBy(headers: readonly string[]): Record<string, string> {
  return headers.length === 0 ? {} : { Vary: headers.join(', ') }
}

/** A stream for each who asks. */
interface OpenContent {
  readonly open: () => AsyncGenerator<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
  /** See `streamResponse`. */
  readonly identity: string | undefined
}

/** The same memory as a buffer. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** How long caches may use an answer, in seconds. */
interface Lifetimes {
  /** Without asking whether it is still right; 0: they always ask. */
  readonly maxAge: number
  /** After that, while they ask. */
  readonly staleWhileRevalidate: number
  /** After that, while they cannot ask, or are told of an error. */
  readonly staleIfError: number
}

const YEAR_SECONDS = 31_536_000

interface CacheFacts {
  readonly isFixed: boolean
  readonly isTransient: boolean
  /** Whether others may see something else. */
  readonly isPrivate: boolean
}

/**
 * The value of `Cache-Control`: a year for answers that never change (RFC 8246), else as configured (RFC 5861 for stale
 * ones); what is not known yet in full is not kept at all. What not everybody sees is for the client's own cache.
 */
function cacheControl(
  { isFixed, isTransient, isPrivate }: CacheFacts,
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
