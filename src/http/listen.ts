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
import { oncePer } from '../cache.ts'
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

/** A server that is accepting connections. */
export type Listening = Awaited<ReturnType<typeof listen>>

const SECOND_MS = 1000
/** Connections beyond this are closed at once. Idle keep-alive connections are closed to make room. */
const MAX_CONNECTIONS = 16_384
/** Time to send the head of a request, so that silent clients do not hold a connection. */
const HEADERS_MS = 20 * SECOND_MS
/** Time to send the whole request. */
const REQUEST_MS = 30 * SECOND_MS
/** How long a connection may be stalled by a client that does not read. */
const SILENCE_MS = 120 * SECOND_MS
/** Longer than the 60 s that proxies commonly keep a connection: a proxy must not reuse one just as it closes. */
const KEEP_ALIVE_MS = 65 * SECOND_MS
/** Total size of response bodies that clients have not yet received. */
const MAX_UNSENT_BYTES = 128 << 20

/** Serves HTTP; resolves when connections are accepted. Rejects with Node's error if the address is unavailable. */
export async function listen({ respond, host, port }: ListenOptions) {
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
    /** Address of the start page, with the port that was chosen. */
    url: `http://${shownHost}:${chosenPort}/`,
    /** Stops accepting requests, lets running ones finish for up to `graceMilliseconds`, then disconnects them. */
    stop: (graceMilliseconds: number) => stop(server, graceMilliseconds),
  }
}

/** Writes cached responses directly, and all others through Hono's server. */
function createListener(respond: Respond): RequestListener {
  const hold = createOutbox(MAX_UNSENT_BYTES)
  function send({ status, headers, body }: CachedResponse, response: ServerResponse): void {
    response.writeHead(status, headers)
    const sent = response.req.method === 'HEAD' ? undefined : body
    if (sent !== undefined) hold(sent, response)
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
    // A keep-alive connection becomes idle after its last response; from then on, only this timer would close it.
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

/** The system buffers smaller bodies at once. */
const MIN_HELD_BYTES = 1 << 16

/**
 * Returns a function that registers a body that a response ends with. Limits the bodies being sent to `maxBytes` in
 * total, counting each body once for all its clients. Beyond the limit, disconnects the clients of the body that was
 * started first.
 */
function createOutbox(maxBytes: number): (body: Buffer, response: ServerResponse) => void {
  const readers = new Map<Buffer, Set<ServerResponse>>()
  let bytes = 0
  function release(body: Buffer): void {
    if (readers.delete(body)) bytes -= body.length
  }
  return (body, response) => {
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
  }
}

/** Handles a connection's requests one at a time, so that pipelining gets a client no more than others. */
function oneAtATime(answer: RequestListener): RequestListener {
  /** The running request of a connection, then those that arrived before its response was sent. */
  const lineOf = oncePer((socket: Socket) => {
    const line: (() => void)[] = []
    // Node resumes a connection after each response.
    socket.on('resume', () => {
      if (line.length > 1) socket.pause()
    })
    return line
  })
  return (request, response) => {
    const { socket } = request
    const line = lineOf(socket)
    function begin(): void {
      response.once('close', () => {
        line.shift()
        if (socket.destroyed || line.length === 0) return
        line[0]?.()
        if (line.length === 1) socket.resume()
      })
      answer(request, response)
    }
    line.push(begin)
    if (line.length === 1) begin()
    else socket.pause()
  }
}
