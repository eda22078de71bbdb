import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { FALLBACK_HOST } from './forwarded.ts'
import { type CachedResponse, cachedResponseOf } from './page-cache.ts'
import type { RequestHead } from './request-info.ts'
import { ownHeadersOf, type Respond } from './respond.ts'

/** What is served, and where. */
export interface ListenOptions {
  readonly respond: Respond
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

/** A server that accepts connections. */
export interface Listening {
  /** Address of the start page, with the port that was chosen. */
  readonly url: string
  /** Takes no more requests, lets the running ones finish for up to `graceMilliseconds`, then cuts them off. */
  stop(graceMilliseconds: number): Promise<void>
}

const SECOND_MS = 1000
/** More are closed as they come; those that are kept open between two requests make room. */
const MAX_CONNECTIONS = 16_384
/** Time to send the head of a request, from the connection or the answer before: who says nothing is not kept. */
const HEADERS_MS = 20 * SECOND_MS
/** Time to send the whole request. */
const REQUEST_MS = 30 * SECOND_MS
/** A connection on which nothing moves for so long is closed: the client does not read. */
const SILENCE_MS = 120 * SECOND_MS
/** Longer than the 60 s of common proxies, which else reuse a connection at the moment it is closed. */
const KEEP_ALIVE_MS = 65 * SECOND_MS
/** Of answers that clients have not taken yet. */
const MAX_UNSENT_BYTES = 128 << 20

/** Serves HTTP; resolves once connections are accepted. Rejects with Node's error when the address cannot be had. */
export async function listen({ respond, host, port }: ListenOptions): Promise<Listening> {
  const limits = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }
  const server = createServer(
    { ...limits, keepAliveTimeout: KEEP_ALIVE_MS, connectionsCheckingInterval: 5 * SECOND_MS },
    oneAtATime(createListener(respond)),
  )
  server.timeout = SILENCE_MS
  server.maxConnections = MAX_CONNECTIONS
  server.on('drop', () => server.closeIdleConnections())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const chosenPort = typeof address === 'object' && address ? address.port : port
  const shownHost = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${shownHost}:${chosenPort}/`,
    stop: (graceMilliseconds) => stop(server, graceMilliseconds),
  }
}

/** Answers of the cache are written as they are; others by what Hono's server makes of a `Response`. */
function createListener(
  respond: Respond,
): (request: IncomingMessage, response: ServerResponse) => void {
  const outbox = createOutbox({ maxBytes: MAX_UNSENT_BYTES })
  function send({ status, headers, body }: CachedResponse, response: ServerResponse): void {
    response.writeHead(status, headers)
    const sent = response.req.method === 'HEAD' ? undefined : body
    if (sent !== undefined) outbox.hold(sent, response)
    response.end(sent)
  }
  return (request, response) => {
    const answer = respond(headOf(request))
    if (typeof answer !== 'function') {
      send(answer, response)
      return
    }
    const fetch = async (request: Request | undefined): Promise<Response> => {
      const result = await answer(request)
      const cached = cachedResponseOf(result)
      if (cached === undefined) return result
      send({ ...cached, headers: { ...cached.headers, ...ownHeadersOf(result) } }, response)
      return RESPONSE_ALREADY_SENT
    }
    const errorHandler = () => fetch(undefined)
    void getRequestListener(fetch, { errorHandler, hostname: FALLBACK_HOST })(request, response)
  }
}

function stop(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds)
    // A connection kept alive is idle only after its last answer, and then nobody else closes it.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function headOf({ method = '', url = '', headers, socket }: IncomingMessage): RequestHead {
  return {
    method,
    target: url,
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    peer: socket.remoteAddress,
  }
}

/** Smaller bodies are taken by the system at once. */
const MIN_HELD_BYTES = 1 << 16

/** What keeps bodies from piling up for clients that do not read them. */
interface Outbox {
  /** To be called with each body that a response ends with. */
  hold(body: Buffer, response: ServerResponse): void
}

/**
 * Bodies that are being sent take `maxBytes` together, each counted once however many clients get it: beyond that, those
 * who get the one that was begun first are cut off.
 */
function createOutbox({ maxBytes }: { readonly maxBytes: number }): Outbox {
  const readers = new Map<Buffer, Set<ServerResponse>>()
  let bytes = 0
  function release(body: Buffer): void {
    if (readers.delete(body)) bytes -= body.length
  }
  return {
    hold(body, response) {
      if (body.length < MIN_HELD_BYTES) return
      const responses = readers.get(body) ?? new Set()
      if (responses.size === 0) {
        readers.set(body, responses)
        bytes += body.length
      }
      responses.add(response)
      response.once('close', () => {
        responses.delete(response)
        if (responses.size === 0 && readers.get(body) === responses) release(body)
      })
      for (const [oldest, slow] of readers) {
        if (bytes <= maxBytes || oldest === body) return
        release(oldest)
        for (const socket of slow) socket.destroy()
      }
    },
  }
}

/** The requests of a connection. */
interface Line {
  isBusy: boolean
  isPaused: boolean
  /** Begin the requests that came before the answer to another one was sent. */
  readonly waiting: (() => void)[]
}

/**
 * A listener that begins a request only when the one before it on the same connection is answered, and reads no more of
 * them meanwhile: a client that sends many at once (pipelining) gets no more of the server than others.
 */
function oneAtATime(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  function lineOf(socket: Socket): Line {
    const existing = lines.get(socket)
    if (existing !== undefined) return existing
    const line: Line = { isBusy: false, isPaused: false, waiting: [] }
    lines.set(socket, line)
    // Node resumes a connection after each answer.
    socket.on('resume', () => {
      if (line.isPaused) socket.pause()
    })
    return line
  }
  return (request, response) => {
    const { socket } = request
    const line = lineOf(socket)
    function begin(): void {
      line.isBusy = true
      response.once('close', () => {
        line.isBusy = false
        if (socket.destroyed) return
        line.waiting.shift()?.()
        if (!line.isPaused || line.waiting.length > 0) return
        line.isPaused = false
        socket.resume()
      })
      answer(request, response)
    }
    if (!line.isBusy) {
      begin()
      return
    }
    line.waiting.push(begin)
    line.isPaused = true
    socket.pause()
  }
}
