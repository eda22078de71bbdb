import { setImmediate as pause } from 'node:timers/promises'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { type HttpOptions, type HttpResponse, ResponseError, sendRequest } from './http-client.ts'
import { LIST_TOO_LARGE, MAX_LIST_BYTES } from './limits.ts'

const SERVICE = 'git-upload-pack'
const FLUSH = '0000'
const SLICE_BYTES = 1 << 16

const CODES: Readonly<Record<number, RepositoryErrorCode>> = {
  401: 'auth',
  403: 'auth',
  404: 'not-found',
  410: 'not-found',
}

/** What isomorphic-git sends, at once. */
export interface GitRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Where a repository answers. */
export interface RemoteLocation {
  /** Its address, which isomorphic-git is given. */
  readonly address: string
  /** The same, or where that redirected to. */
  url: string
}

interface ListHttp {
  readonly client: HttpClient
  /** Throws what went wrong in an answer: isomorphic-git takes a list that is cut for a whole one. */
  check(): void
}

/**
 * HTTP for one list of refs by isomorphic-git, which may take as many requests as it has prefixes, within limits: bytes of
 * all answers, silence, redirects and hosts. The first answer, for which each prefix asks, is kept; it tells the place.
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
        if (bytes > MAX_LIST_BYTES) throw new RepositoryError(LIST_TOO_LARGE, { code: 'needs-git' })
        tail = Buffer.concat([tail, chunk.subarray(-FLUSH.length)]).subarray(-FLUSH.length)
        yield chunk
      }
      if (tail.toString('latin1') !== FLUSH)
        throw new RepositoryError('the connection was cut', { code: 'unreachable' })
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

/** Sends a request for a pack and yields the answer. Rejects with an Error for what is no pack. */
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

/** An answer as isomorphic-git takes it. */
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
      throw new ResponseError('redirected to something that is no repository')
    }
  } catch (error) {
    answer.drop()
    throw error
  }
  place.url = answer.url.slice(0, -path.length)
  return answer
}

function checkAnswer({ status, contentType, encoding }: HttpResponse, expected: string): void {
  if (status !== 200) throw new ResponseError(`HTTP Error: ${status}`, CODES[status])
  if (contentType === 'text/html') {
    throw new ResponseError(
      'answered with a web page (HTML) instead of a repository: it may want a login',
    )
  }
  if (contentType !== expected) {
    throw new ResponseError(`answered with ${contentType || 'no type'} instead of a repository`)
  }
  // A small answer would unpack to a large one.
  if (encoding !== '') throw new ResponseError(`answered in ${encoding}, which was not asked for`)
}

/** isomorphic-git ignores the error that may stand in place of an answer. */
function throwAnswered(start: Buffer): void {
  if (start.toString('latin1', 4, 8) === 'ERR ') throw new Error(start.toString('utf8', 8))
}

/** In pieces, between which others get a turn. */
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
