import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Cache, createCache } from '../cache.ts'

/** A finished answer: kept as long as there is room, and sent as it is, compressed, or not at all (304). */
export interface Page {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Without quotes; names the content, so the same everywhere. */
  readonly tag: string
  /** Compressed forms, made when first asked for. */
  readonly compressed: Map<Encoding, Buffer>
  /** Whether the same address may soon have another answer: not to be kept. */
  readonly isTransient: boolean
}

/** What is sent. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

type Encoding = 'gzip' | 'br'

/** Headers of a request, by lower-case name. */
export type ReadHeader = (name: string) => string | undefined

const MIN_COMPRESSED_BYTES = 1000

/** Answers that are kept, by address; those asked for longest ago go first. */
export function createPages({ maxBytes }: { maxBytes: number }): Cache<Page> {
  return createCache<Page>({ maxBytes })
}

/** Its tag is made from the body and its type, so it stays when a new commit changes nothing in them. */
export function createPage(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  isTransient = false,
): Page {
  const hash = createHash('sha1').update(`${headers['Content-Type'] ?? ''}\n`)
  const tag = hash.update(body).digest('base64url')
  return { headers, body, tag, compressed: new Map(), isTransient }
}

/** The reply to one request for a page: 304 where the client has it, compressed where the client takes it. */
export function replyWith(page: Page, header: ReadHeader): Reply {
  const encoding = encodingFor(page, header('accept-encoding'))
  const suffix = encoding === undefined ? '' : `-${encoding}`
  const headers: Record<string, string> = { ...page.headers, ETag: `"${page.tag}${suffix}"` }
  if (isCompressible(page)) headers['Vary'] = `${headers['Vary']}, Accept-Encoding`
  if (isKnown(page, header)) {
    delete headers['Content-Type']
    return { status: 304, headers, body: undefined }
  }
  const body = encoding === undefined ? page.body : compress(page, encoding)
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  headers['Content-Length'] = String(body.length)
  return { status: 200, headers, body }
}

/** Whether the client has the page: by `If-None-Match`, without one by `If-Modified-Since`. */
export function isKnown(
  page: Pick<Page, 'headers' | 'tag' | 'isTransient'>,
  header: ReadHeader,
): boolean {
  const tags = header('if-none-match')
  if (tags !== undefined) {
    return tags.split(',').some((each) => {
      const tag = each.trim()
      return tag === '*' || tag.replace(/^(?:W\/)?"|(?:-gzip|-br)?"$/g, '') === page.tag
    })
  }
  const since = header('if-modified-since')
  const modified = page.isTransient ? undefined : page.headers['Last-Modified']
  if (since === undefined || modified === undefined) return false
  return Date.parse(since) >= Date.parse(modified)
}

function encodingFor(page: Page, accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || !isCompressible(page)) return undefined
  const takes = (name: Encoding) =>
    new RegExp(
      `(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`,
      'i',
    ).test(accepted)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

function isCompressible({ body }: Page): boolean {
  return body.length >= MIN_COMPRESSED_BYTES
}

function compress(page: Page, encoding: Encoding): Buffer {
  const known = page.compressed.get(encoding)
  if (known !== undefined) return known
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const made = encoding === 'gzip' ? gzipSync(page.body) : brotliCompressSync(page.body, quality)
  page.compressed.set(encoding, made)
  return made
}
