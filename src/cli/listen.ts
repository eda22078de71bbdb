import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { App } from '../app.ts'
import { keepTicksQuick } from './quick-ticks.ts'

/** What is served, and where. */
export interface ListenOptions {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>
  /** Answers what is at hand; undefined: `fetch` must. */
  readonly cached: App['cached']
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

/** Serves HTTP; resolves once connections are accepted. Rejects with Node's error when the address cannot be had. */
export async function listen({ fetch, cached, host, port }: ListenOptions): Promise<Listening> {
  const answer = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings))
  const server = createServer((request, response) => {
    if (!sendCached(request, response, cached)) void answer(request, response)
  })
  keepTicksQuick()
  // Longer than the 60 s of common proxies, which else reuse a connection at the moment it is closed.
  server.keepAliveTimeout = 65_000
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

/** The short way for a page that is at hand: no Request, no router, no Response. Returns whether it answered. */
function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  cached: ListenOptions['cached'],
): boolean {
  const { method, url = '' } = request
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/api/')) return false
  const reply = cached(url, {
    fallback: 'localhost',
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    peer: request.socket.remoteAddress,
  })
  if (reply === undefined) return false
  response.writeHead(reply.status, reply.headers)
  response.end(method === 'HEAD' ? undefined : reply.body)
  return true
}
