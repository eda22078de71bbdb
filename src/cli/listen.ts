import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'

export interface ListenOptions {
  readonly fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface Listening {
  /** Address of the start page, with the port that was chosen. */
  readonly url: string
  /** Takes no more requests, lets the running ones finish for up to `graceMilliseconds`, then cuts them off. */
  stop(graceMilliseconds: number): Promise<void>
}

/** Serves HTTP; resolves once connections are accepted. Rejects with Node's error when the address cannot be had. */
export async function listen({ fetch, host, port }: ListenOptions): Promise<Listening> {
  // Without options of its own the adaptor makes a plain HTTP server.
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
  }) as Server
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
