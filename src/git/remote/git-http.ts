import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setImmediate as pause } from 'node:timers/promises'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { REJECTED } from './failure.ts'
import type { RemoteLocation } from './git-engine.ts'
import { type HttpOptions, type HttpRequest, sendRequest } from './http-client.ts'
import { LIST_TOO_LARGE, MAX_LIST_BYTES } from './limits.ts'

const SERVICE = 'git-upload-pack'
const FLUSH = '0000'
const SLICE_BYTES = 1 << 16

const REFUSALS: Readonly<Record<number, readonly [RepositoryErrorCode, message: string]>> = {
  401: ['auth', REJECTED],
  403: ['auth', 'the server refuses access (status 403)'],
  404: ['not-found', 'not found (404): no repository at this address, or it needs credentials'],
  410: ['not-found', 'not found (410): the repository is gone'],
}

/**
 * Returns an HTTP client for listing refs once with isomorphic-git, which sends a request per prefix. Limits the
 * bytes of all responses together, silence, redirects and hosts. Every prefix needs the same first response, so
 * that is requested once; it also reveals the address after redirects.
 */
export function createListHttp(place: RemoteLocation, options: HttpOptions) {
  let first: Promise<Buffer> | undefined
  let bytes = 0
  let failure: unknown

  async function* limited(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    let tail = Buffer.alloc(0)
    try {
      for await (const chunk of body) {
        if (tail.length === 0) throwAnswered(chunk)
        bytes += chunk.length
        if (bytes > MAX_LIST_BYTES) throw new RepositoryError('needs-git', LIST_TOO_LARGE)
        tail = Buffer.concat([tail, chunk.subarray(-FLUSH.length)]).subarray(-FLUSH.length)
        yield chunk
      }
      if (tail.toString('latin1') !== FLUSH)
        throw new RepositoryError('unreachable', 'the connection was cut')
    } catch (error) {
      failure ??= error
      throw error
    }
  }

  async function discover(request: HttpRequest): Promise<Buffer> {
    place.url = place.address
    return buffer(limited(await ask(request, place, options)))
  }

  const client: HttpClient = {
    async request(gitRequest) {
      const request = await requestOf(gitRequest)
      if (request.body !== undefined) {
        return answerOf(request, limited(await ask(request, place, options)))
      }
      first ??= discover(request)
      return answerOf(request, slices(await first))
    },
  }
  return {
    client,
    /** Throws the error of a request: isomorphic-git takes a truncated list for a complete one. */
    check() {
      if (failure !== undefined) throw failure
    },
  }
}

/** Requests a pack and yields the response. Rejects with an Error if the response is not a pack. */
export async function* download(
  request: HttpRequest,
  place: RemoteLocation,
  options: HttpOptions,
): AsyncGenerator<Buffer, void> {
  let isFirst = true
  for await (const chunk of await ask(request, place, options)) {
    if (isFirst) throwAnswered(chunk)
    isFirst = false
    yield chunk
  }
}

export async function requestOf({ url, headers = {}, body }: GitHttpRequest): Promise<HttpRequest> {
  return { url, headers, ...(body && { body: await buffer(body) }) }
}

/** Wraps a response for isomorphic-git. */
export function answerOf(
  { url, body: isPost }: HttpRequest,
  body: AsyncGenerator<Uint8Array, void>,
): GitHttpResponse {
  const type = typeOf(isPost === undefined)
  return { url, statusCode: 200, statusMessage: 'OK', headers: { 'content-type': type }, body }
}

function typeOf(isFirst: boolean): string {
  return `application/x-${SERVICE}-${isFirst ? 'advertisement' : 'result'}`
}

/** Sends a request, remembers where it was redirected, and returns the body of a response of the right type. */
async function ask(
  request: HttpRequest,
  place: RemoteLocation,
  options: HttpOptions,
): Promise<AsyncIterable<Buffer>> {
  const path = request.url.slice(place.address.length)
  const { url, response, body } = await sendRequest({ ...request, url: place.url + path }, options)
  try {
    checkAnswer(response, typeOf(request.body === undefined))
    if (!url.endsWith(path)) {
      throw new RepositoryError('bad-answer', 'redirected to something other than a repository')
    }
  } catch (error) {
    response.destroy()
    throw error
  }
  place.url = url.slice(0, -path.length)
  return body
}

function checkAnswer({ statusCode = 0, headers }: IncomingMessage, expected: string): void {
  if (statusCode !== 200) {
    const refusal = REFUSALS[statusCode] ?? (['bad-answer', `HTTP Error: ${statusCode}`] as const)
    throw new RepositoryError(...refusal)
  }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'text/html') {
    throw badAnswer('a web page (HTML) instead of a repository: it may need a login')
  }
  if (type !== expected) throw badAnswer(`${type || 'no type'} instead of a repository`)
  // A small compressed response could inflate to a huge one.
  const encoding = headers['content-encoding']?.replace(/^identity$/i, '')
  if (encoding) throw badAnswer(`the encoding ${encoding}, which was not requested`)
}

function badAnswer(what: string): RepositoryError {
  return new RepositoryError('bad-answer', `answered with ${what}`)
}

/** isomorphic-git ignores an error that the server sends instead of a response. */
function throwAnswered(start: Buffer): void {
  if (start.toString('latin1', 4, 8) === 'ERR ') throw new Error(start.toString('utf8', 8))
}

/** Yields a buffer in slices, with pauses for other work. */
async function* slices(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await pause()
    yield bytes.subarray(start, start + SLICE_BYTES)
  }
}
