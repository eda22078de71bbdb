import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'

interface HttpClientOptions {
  /** `Authorization`, sent to the origin of the first request only. */
  readonly authorization: string | undefined
  /** A longer body fails. */
  readonly maxBodyBytes: number
}

const MAX_REDIRECTS = 5
const IDLE_MS = 120_000

/**
 * HTTP for isomorphic-git, following redirects as git does (`http.followRedirects=initial`): only those of the first
 * request, after which the new address is used for the rest; never from https to http, never to another protocol.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  let base: { readonly from: string; readonly to: string } | undefined
  let origin: string | undefined

  async function send(url: URL, asked: GitHttpRequest): Promise<IncomingMessage> {
    origin ??= url.origin
    const headers = { ...asked.headers }
    if (options.authorization !== undefined && url.origin === origin) {
      headers['authorization'] = options.authorization
    }
    const body = asked.body === undefined ? undefined : await collect(asked.body)
    return exchange({ url, method: asked.method ?? 'GET', headers, body })
  }

  async function request(asked: GitHttpRequest): Promise<GitHttpResponse> {
    const start =
      base && asked.url.startsWith(base.from)
        ? base.to + asked.url.slice(base.from.length)
        : asked.url
    let url = new URL(start)
    let response = await send(url, asked)
    for (let count = 0; isRedirect(response); count++) {
      if (asked.method === 'POST' || count === MAX_REDIRECTS) throw new Error('too many redirects')
      response.destroy()
      url = checkRedirect(url, response.headers.location ?? '')
      response = await send(url, asked)
    }
    if (url.href !== start) base = findBase(asked.url, url.href)
    return {
      url: url.href,
      method: asked.method ?? 'GET',
      statusCode: response.statusCode ?? 0,
      statusMessage: response.statusMessage ?? '',
      headers: { 'content-type': response.headers['content-type'] ?? '' },
      body: readBody(response, options.maxBodyBytes),
    }
  }

  return { request }
}

interface Exchange {
  readonly url: URL
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Buffer | undefined
}

// Not fetch(): it refuses ports that people run Git servers on (https://fetch.spec.whatwg.org/#port-blocking).
function exchange({ url, method, headers, body }: Exchange): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, timeout: IDLE_MS }, resolve)
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('timed out')))
    request.end(body)
  })
}

function isRedirect(response: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(response.statusCode ?? 0)
}

function checkRedirect(from: URL, location: string): URL {
  const to = new URL(location, from)
  const isAllowed =
    to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')
  if (isAllowed && to.username === '' && to.password === '') return to
  throw new Error(`redirected to ${to.protocol}//${to.host}, which is refused`)
}

/** The base address before and after a redirect of `<base>/info/refs?...`. */
function findBase(from: string, to: string): { from: string; to: string } {
  const path = from.slice(from.lastIndexOf('/info/refs'))
  if (!to.endsWith(path)) throw new Error('redirected to something that is not a repository')
  return { from: from.slice(0, -path.length), to: to.slice(0, -path.length) }
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function* readBody(response: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.byteLength
    if (bytes > maxBytes)
      throw new Error(`more than ${maxBytes} bytes, too large to do without git on PATH`)
    yield chunk
  }
}
