import { setImmediate as pause } from 'node:timers/promises'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import type { RemoteLocation } from './engine.ts'
import { REJECTED } from './failure.ts'
import { type HttpOptions, type HttpResponse, sendRequest } from './http-client.ts'
import { LIST_TOO_LARGE, MAX_LIST_BYTES } from './limits.ts'

const SERVICE = 'git-upload-pack'
const FLUSH = '0000'
const SLICE_BYTES = 1 << 16

/** What refusals mean. */
const REFUSALS: Readonly<Record<number, readonly [RepositoryErrorCode, message: string]>> = {
  401: ['auth', REJECTED],
  403: ['auth', 'the server refuses access (status 403)'],
  404: [
    'not-found',
    'not found (404): there is no repository at this address, or only with credentials',
  ],
  410: ['not-found', 'not found (410): the repository is gone'],
}

/** A complete request of isomorphic-git. */
export interface GitRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

interface ListHttp {
  readonly client: HttpClient
  /** Throws the error of a request: isomorphic-git takes a truncated list for a complete one. */
  check(): void
}

/**
 * Returns an HTTP client for listing refs once with isomorphic-git, which sends a request per prefix. Limits the
 * bytes of all responses together, silence, redirects and hosts. Every prefix needs the same first response, so
 * that is requested once; it also reveals the address after redirects.
 */
export function createListHttp(place: RemoteLocation, options: HttpOptions): ListHttp {
  let first: Promise<Buffer> | undefined
  let bytes = 0
  let failure: unknown

  async function* limited(answer: HttpResponse): AsyncGenerator<Buffer, void> {
    let tail = Buffer.alloc(0)
    try {
      for await (const chunk of answer.body) {
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

  async function discover(request: GitRequest): Promise<Buffer> {
    place.url = place.address
    return collect(limited(await ask(request, place, options)))
  }

  return {
    client: {
      async request(gitRequest) {
        const request = await requestOf(gitRequest)
        if (request.body !== undefined) {
          return answerOf(request, limited(await ask(request, place, options)))
        }
        first ??= discover(request)
        return answerOf(request, slices(await first))
      },
    },
    check() {
      if (failure !== undefined) throw failure
    },
  }
}

/** Requests a pack and yields the response. Rejects with an Error if the response is not a pack. */
export async function* download(
  request: GitRequest,
  place: RemoteLocation,
  options: HttpOptions,
): AsyncGenerator<Buffer, void> {
  const answer = await ask(request, place, options)
  let isFirst = true
  for await (const chunk of answer.body) {
    if (isFirst) throwAnswered(chunk)
    isFirst = false
    yield chunk
  }
}

export async function requestOf({ url, headers = {}, body }: GitHttpRequest): Promise<GitRequest> {
  return { url, headers, ...(body && { body: await collect(body) }) }
}

/** Wraps a response for isomorphic-git. */
export function answerOf(
  { url, body: isPost }: GitRequest,
  body: AsyncGenerator<Uint8Array, void>,
): GitHttpResponse {
  const type = typeOf(isPost === undefined)
  return { url, statusCode: 200, statusMessage: 'OK', headers: { 'content-type': type }, body }
}

function typeOf(isFirst: boolean): string {
  return `application/x-${SERVICE}-${isFirst ? 'advertisement' : 'result'}`
}

async function ask(
  request: GitRequest,
  place: RemoteLocation,
  options: HttpOptions,
): Promise<HttpResponse> {
  const path = request.url.slice(place.address.length)
  const answer = await sendRequest({ ...request, url: place.url + path }, options)
  try {
    checkAnswer(answer, typeOf(request.body === undefined))
    if (!answer.url.endsWith(path)) {
      throw new RepositoryError('bad-answer', 'redirected to something other than a repository')
    }
  } catch (error) {
    answer.drop()
    throw error
  }
  place.url = answer.url.slice(0, -path.length)
  return answer
}

function checkAnswer({ status, contentType, encoding }: HttpResponse, expected: string): void {
  if (status !== 200) {
    throw new RepositoryError(...(REFUSALS[status] ?? ['bad-answer', `HTTP Error: ${status}`]))
  }
  if (contentType === 'text/html') {
    throw badAnswer('a web page (HTML) instead of a repository: it may want a login')
  }
  if (contentType !== expected)
    throw badAnswer(`${contentType || 'no type'} instead of a repository`)
  // A small compressed response could inflate to a huge one.
  if (encoding !== '') throw badAnswer(`the encoding ${encoding}, which was not requested`)
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

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}
