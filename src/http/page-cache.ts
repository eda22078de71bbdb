import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { createCache } from '../cache.ts'
import { type Encoding, etagOf, isKnown, tagOf } from './etag.ts'
import type { ReadHeader } from './request-info.ts'

/** A finished page, which is cached while there is room. It is sent as is, compressed, or as a 304. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Entity tag without quotes: a hash of the content, so the same on every server. */
  readonly tag: string
  /** Created on first use; a promise while in progress. */
  readonly variants: Map<Variant, CachedResponse | Promise<CachedResponse>>
  /** Whether the same address may soon have other content; if so, the page is not cached and has no tag. */
  readonly isTransient: boolean
}

/** A response that is ready to send; without its body for HEAD. */
export interface CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

const MIN_COMPRESSED_BYTES = 1000
/** Compressing more than this takes several milliseconds, so it must not block other requests. */
const LARGE_BYTES = 1 << 17
// Matches an encoding that is named, and not with a quality of 0.
const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i

/** A cache of pages. Evicts the least recently used pages. */
export type PageCache = ReturnType<typeof createPageCache>

/** Returns an empty cache, whose limit includes compressed copies. */
export function createPageCache({ maxBytes }: { maxBytes: number }) {
  const cache = createCache<Page>({ maxBytes })
  function keep(key: string, page: Page): void {
    if (!page.isTransient) cache.set(key, page, bytesOf(page))
  }
  /** Caches a page unless it is transient, and returns a response with it. */
  function add(
    key: string,
    page: Page,
    header: ReadHeader,
  ): CachedResponse | Promise<CachedResponse> {
    const variant = variantFor(page, header)
    const cached = page.variants.get(variant)
    if (cached !== undefined) return cached
    const created = createResponse(page, variant)
    page.variants.set(variant, created)
    keep(key, page)
    if (!(created instanceof Promise)) return created
    return created.then((response) => {
      page.variants.set(variant, response)
      keep(key, page)
      return response
    })
  }
  /** Returns what `get` does, however long compression takes. */
  function find(key: string, header: ReadHeader) {
    const page = cache.get(key)
    return page && add(key, page, header)
  }
  /** Returns a response with a cached page; undefined if there is none or if compressing it takes long. */
  function get(key: string, header: ReadHeader): CachedResponse | undefined {
    const cached = find(key, header)
    return cached instanceof Promise ? undefined : cached
  }
  return { get, find, add, bytes: cache.bytes }
}

const cachedResponses = new WeakMap<Response, CachedResponse>()

/** Converts to a `Response` of the Fetch standard, for a request with this method. */
export function toResponse(cached: CachedResponse, method: string): Response {
  const { status, headers, body } = cached
  // Shares the memory: Node's buffers have a wider type than they need.
  const sent = method === 'HEAD' ? null : ((body ?? null) as Uint8Array<ArrayBuffer> | null)
  const response = new Response(sent, { status, headers })
  if (method !== 'HEAD') cachedResponses.set(response, cached)
  return response
}

/** Returns what `toResponse` was given for this response; undefined for other responses. */
export function cachedResponseOf(response: Response): CachedResponse | undefined {
  return cachedResponses.get(response)
}

function bytesOf({ body, variants }: Page): number {
  let bytes = body.length
  for (const variant of variants.values()) {
    if (variant instanceof Promise || variant.body === undefined || variant.body === body) continue
    bytes += variant.body.length
  }
  return bytes
}

/** Returns a page. */
export async function createPage(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  isTransient = false,
): Promise<Page> {
  const tag = await tagOf(headers['Content-Type'] ?? '', body)
  return { headers, body, tag, variants: new Map(), isTransient }
}

/** A way to send a page: as a 304 if the client has it, compressed if the client accepts that. */
interface Variant {
  readonly status: 200 | 304
  readonly encoding: Encoding | undefined
}

/** One object per variant, since responses are looked up by identity. */
const VARIANTS: readonly Variant[] = ([200, 304] as const).flatMap((status) =>
  ([undefined, 'gzip', 'br'] as const).map((encoding) => ({ status, encoding })),
)

function variantFor(page: Page, header: ReadHeader): Variant {
  const encoding = isCompressible(page) ? encodingFor(header('accept-encoding')) : undefined
  const status = !page.isTransient && isKnown(page.tag, header) ? 304 : 200
  return VARIANTS.find((each) => each.status === status && each.encoding === encoding)!
}

/** Adds compression to the headers on which a response depends. */
export function varyOf({ Vary }: Page['headers']): string {
  return Vary === undefined ? 'Accept-Encoding' : `${Vary}, Accept-Encoding`
}

function isCompressible({ body, headers }: Page): boolean {
  return body.length >= MIN_COMPRESSED_BYTES && headers['Content-Type'] !== 'image/png'
}

function createResponse(
  page: Page,
  { status, encoding }: Variant,
): CachedResponse | Promise<CachedResponse> {
  const { headers, body, tag, isTransient } = page
  const { 'Content-Type': type, ...others } = headers
  const shared: Record<string, string> = { ...others }
  if (!isTransient) shared['ETag'] = etagOf(tag, encoding)
  if (isCompressible(page)) shared['Vary'] = varyOf(headers)
  if (status === 304) return { status, headers: shared, body: undefined }
  const send = (sent: Buffer): CachedResponse => {
    const contentHeaders: Record<string, string> = { 'Content-Length': String(sent.length) }
    if (type !== undefined) contentHeaders['Content-Type'] = type
    if (encoding !== undefined) contentHeaders['Content-Encoding'] = encoding
    return { status, headers: { ...contentHeaders, ...shared }, body: sent }
  }
  if (encoding === undefined) return send(body)
  return body.length < LARGE_BYTES
    ? send(compress(body, encoding))
    : compressElsewhere(body, encoding).then(send)
}

function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  if (TAKES_BROTLI.test(accepted)) return 'br'
  return takesGzip(accepted) ? 'gzip' : undefined
}

/** Returns whether an `Accept-Encoding` header accepts gzip. */
export function takesGzip(accepted: string | undefined): boolean {
  return accepted !== undefined && TAKES_GZIP.test(accepted)
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

function compress(body: Buffer, encoding: Encoding): Buffer {
  return trim(encoding === 'gzip' ? gzipSync(body) : brotliCompressSync(body, BROTLI))
}

/** Compresses as `compress` does, in a thread of Node's pool. */
async function compressElsewhere(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return trim(
    await (encoding === 'gzip' ? promisify(gzip)(body) : promisify(brotliCompress)(body, BROTLI)),
  )
}

/** Copies a result to memory of its own size: a small result of zlib is a slice of 16 KiB. */
function trim(bytes: Buffer): Buffer {
  return bytes.length === bytes.buffer.byteLength
    ? bytes
    : Buffer.from(new Uint8Array(bytes).buffer)
}
