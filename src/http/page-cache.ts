import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createCache } from '../cache.ts'
import type { ReadHeader } from './request-info.ts'

/** A finished body: kept as long as there is room, and sent as it is, compressed, or not at all (304). */
export interface Page {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Without quotes; names the content, so the same everywhere. */
  readonly tag: string
  /** Each is made when it is first asked for. */
  readonly variants: Map<Variant, CachedResponse>
  /** Whether the same address may soon have another answer: then it is not cached. */
  readonly isTransient: boolean
}

/** A response that is ready to be sent; without its body to HEAD. */
export interface CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

type Encoding = 'gzip' | 'br'

const MIN_COMPRESSED_BYTES = 1000
// Named, and not with a quality of 0.
const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i

/** Pages that are kept under keys as long as there is room; those asked for longest ago go first. */
export interface PageCache {
  /** The response with the page that is kept under a key; undefined: there is none. */
  get(key: string, header: ReadHeader): CachedResponse | undefined
  /** Keeps a page, unless it is transient; the response with it. */
  add(key: string, page: Page, header: ReadHeader): CachedResponse
}

/** An empty cache; compressed copies of pages count, too. */
export function createPageCache({ maxBytes }: { maxBytes: number }): PageCache {
  const cache = createCache<Page>({ maxBytes })
  function respondWith(key: string, page: Page, header: ReadHeader): CachedResponse {
    const variant = variantFor(page, header)
    const known = page.variants.get(variant)
    if (known !== undefined) return known
    const response = createResponse(page, variant)
    page.variants.set(variant, response)
    if (!page.isTransient) cache.set(key, page, bytesOf(page))
    return response
  }
  return {
    get(key, header) {
      const page = cache.get(key)
      return page && respondWith(key, page, header)
    },
    add: respondWith,
  }
}

/** As a `Response` of the Fetch standard, for a request with this method. */
export function toResponse({ status, headers, body }: CachedResponse, method: string): Response {
  const sent = body === undefined || method === 'HEAD' ? null : new Uint8Array(body)
  return new Response(sent, { status, headers })
}

function bytesOf({ body, variants }: Page): number {
  let bytes = body.length
  for (const { body: sent } of variants.values()) {
    if (sent !== undefined && sent !== body) bytes += sent.length
  }
  return bytes
}

/** Its tag is made from the body and its type, so it stays when a new commit changes nothing in them. */
export function createPage(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  isTransient = false,
): Page {
  const hash = createHash('sha1').update(`${headers['Content-Type'] ?? ''}\n`)
  const tag = hash.update(body).digest('base64url')
  return { headers, body, tag, variants: new Map(), isTransient }
}

/** A way to send a page: 304 where the client has it, compressed where the client takes it. */
interface Variant {
  readonly status: 200 | 304
  readonly encoding: Encoding | undefined
}

/** There is one object for each variant, so that responses are found by it. */
const VARIANTS = {
  200: variantsWith(200),
  304: variantsWith(304),
}

function variantsWith(status: Variant['status']): Readonly<Record<Encoding | 'plain', Variant>> {
  return {
    plain: { status, encoding: undefined },
    gzip: { status, encoding: 'gzip' },
    br: { status, encoding: 'br' },
  }
}

function variantFor(page: Page, header: ReadHeader): Variant {
  const encoding = isCompressible(page) ? encodingFor(header('accept-encoding')) : undefined
  return VARIANTS[isKnown(page, header) ? 304 : 200][encoding ?? 'plain']
}

function isCompressible({ body }: Page): boolean {
  return body.length >= MIN_COMPRESSED_BYTES
}

function createResponse(page: Page, { status, encoding }: Variant): CachedResponse {
  const { headers, body, tag } = page
  const { 'Content-Type': type, ...others } = headers
  const suffix = encoding === undefined ? '' : `-${encoding}`
  const shared: Record<string, string> = { ...others, ETag: `"${tag}${suffix}"` }
  if (isCompressible(page)) shared['Vary'] = `${headers['Vary']}, Accept-Encoding`
  if (status === 304) return { status, headers: shared, body: undefined }
  const sent = encoding === undefined ? body : compress(body, encoding)
  const own: Record<string, string> = { 'Content-Length': String(sent.length) }
  if (type !== undefined) own['Content-Type'] = type
  if (encoding !== undefined) own['Content-Encoding'] = encoding
  return { status, headers: { ...own, ...shared }, body: sent }
}

/**
 * Whether the client has the page: by `If-None-Match`, without one by `If-Modified-Since` where the page has a time of its
 * own. The newest commit of a view is no such time: an older one may be fetched after it.
 */
export function isKnown(page: Pick<Page, 'headers' | 'tag'>, header: ReadHeader): boolean {
  const tags = header('if-none-match')
  if (tags !== undefined) {
    // Mostly one tag comes back as it was sent.
    if (tags === `"${page.tag}"`) return true
    return tags.split(',').some((each) => {
      const tag = each.trim()
      return tag === '*' || tag.replace(/^(?:W\/)?"|(?:-gzip|-br)?"$/g, '') === page.tag
    })
  }
  const since = header('if-modified-since')
  const modified = page.headers['Last-Modified']
  if (since === undefined || modified === undefined) return false
  return Date.parse(since) >= Date.parse(modified)
}

function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  if (TAKES_BROTLI.test(accepted)) return 'br'
  return takesGzip(accepted) ? 'gzip' : undefined
}

/** Whether a client that sends this `Accept-Encoding` takes gzip. */
export function takesGzip(accepted: string | undefined): boolean {
  return accepted !== undefined && TAKES_GZIP.test(accepted)
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  return encoding === 'gzip' ? gzipSync(body) : brotliCompressSync(body, quality)
}
