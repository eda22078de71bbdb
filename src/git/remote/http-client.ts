import type { IncomingMessage } from 'node:http'
import { RepositoryError, reasonOf } from '../../errors.ts'
import type { Credentials } from './credentials.ts'
import { MIN_BYTES_PER_SECOND, type RemoteLimits } from './limits.ts'

/** A request to a Git server. */
export interface HttpRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent by POST; without a body, the request is a GET. */
  readonly body?: Buffer
}

/** The options of one exchange with a remote, and the signal that ends it. */
export interface HttpOptions {
  readonly credentials: Credentials | undefined
  readonly limits: RemoteLimits
  /** Called when bytes arrive. */
  readonly onActivity: () => void
  readonly signal: AbortSignal
}

const REDIRECTS = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 5

/**
 * Sends a request; the returned `url` is the one after redirects. Follows redirects of a GET like git
 * (`http.followRedirects=initial`), but only to the same host or an allowed one, and never from https to http or to
 * another protocol. Rejects with RepositoryError for other redirects and if the remote stays silent for too long.
 */
export async function sendRequest(request: HttpRequest, options: HttpOptions) {
  let url = new URL(request.url)
  let response = await exchange(url, request, options)
  for (let count = 0; REDIRECTS.includes(response.statusCode ?? 0); count++) {
    response.destroy()
    if (request.body !== undefined || count === MAX_REDIRECTS)
      throw new RepositoryError('refused', 'too many redirects')
    url = checkRedirect(url, response.headers.location ?? '', options.limits)
    response = await exchange(url, request, options)
  }
  return { url: url.href, response, body: readBody(response, options) }
}

// Does not use fetch(), which blocks ports where people run Git servers
// (https://fetch.spec.whatwg.org/#port-blocking).
async function exchange(
  url: URL,
  request: HttpRequest,
  options: HttpOptions,
): Promise<IncomingMessage> {
  const { credentials, limits, signal } = options
  // Loaded on demand: most commands in a checkout contact no remote.
  const { request: send } = await (url.protocol === 'https:'
    ? import('node:https')
    : import('node:http'))
  const authorization = credentials?.origin === url.origin && credentials.authorization
  const headers = { ...request.headers, ...(authorization && { authorization }) }
  const method = request.body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers, signal }, (response) => {
      clearTimeout(timer)
      resolve(response)
    })
    // Also limits slow headers, whose every byte would reset a socket's own timeout.
    const timer = setTimeout(() => outgoing.destroy(silence(limits)), limits.silenceSeconds * 1000)
    outgoing.on('error', (error) => {
      clearTimeout(timer)
      reject(unreachable(error))
    })
    outgoing.end(request.body)
  })
}

async function* readBody(
  response: IncomingMessage,
  { limits, onActivity }: HttpOptions,
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  const timer = setInterval(() => {
    if (bytes < MIN_BYTES_PER_SECOND * limits.silenceSeconds) response.destroy(silence(limits))
    bytes = 0
  }, limits.silenceSeconds * 1000)
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue
      bytes += chunk.length
      onActivity()
      yield chunk
    }
  } catch (error) {
    throw unreachable(error)
  } finally {
    clearInterval(timer)
    response.destroy()
  }
}

function silence({ silenceSeconds }: RemoteLimits): RepositoryError {
  const message = `gave up after ${silenceSeconds} seconds of silence`
  return new RepositoryError('timeout', message)
}

function unreachable(cause: unknown): RepositoryError {
  if (cause instanceof RepositoryError) return cause
  return new RepositoryError('unreachable', reasonOf(cause), { cause })
}

/** Resolves a redirect. Throws an Error naming the host if the redirect is not allowed. */
function checkRedirect(from: URL, location: string, limits: RemoteLimits): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (to === undefined) throw new RepositoryError('refused', 'redirected to an invalid address')
  const where = `redirected to ${to.protocol}//${to.host}`
  const isHttp = to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')
  if (!isHttp || to.username !== '' || to.password !== '') {
    throw new RepositoryError('refused', `${where}, which is refused`)
  }
  // Allows http to https on the schemes' default ports, which `host` omits.
  if (to.host !== from.host && !limits.redirectHosts.includes(to.host)) {
    throw new RepositoryError(
      'refused',
      `${where}, which is refused: allow the host in redirect_hosts`,
    )
  }
  return to
}
