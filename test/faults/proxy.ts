import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Spreads requests over servers in turn, as nginx does by default: where one gives no answer, the next one is asked. */
export interface Spreader {
  /** Without a slash at the end. */
  readonly origin: string
  /** How many of a hundred answers it cuts off in the middle, and then asks nobody again (at first none). */
  drops: number
  close(): Promise<void>
}

/** Starts a proxy; `upstreams` is called for each request. */
export async function startProxy(upstreams: () => readonly string[]): Promise<Spreader> {
  let turn = 0
  let drops = 0
  // A kept connection may be closed by its server just when it is used again.
  const agent = new Agent({ keepAlive: false })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    // Other requests arrive while this one waits.
    const number = ++turn
    const isDropped = number % 100 < drops
    const all = upstreams()
    for (let tries = 0; tries < all.length; tries++) {
      const target = `${all[(number + tries) % all.length]}${incoming.url}`
      const response = await ask(target, incoming, body, agent, isDropped).catch(() => undefined)
      if (isDropped) return void outgoing.destroy()
      if (response === undefined) continue
      outgoing.writeHead(response.status, response.headers).end(response.body)
      return
    }
    outgoing.writeHead(502).end()
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  // The servers' header Keep-Alive, which is passed on, promises more than Node's 5 s.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    get drops() {
      return drops
    },
    set drops(count) {
      drops = count
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface ProxyResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** The whole answer of a server; rejects where it is not whole, as where it is to be dropped after its first bytes. */
function ask(
  target: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  agent: Agent,
  isDropped: boolean,
): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method, headers, agent }, (incoming) => {
      if (isDropped) {
        outgoing.destroy()
        return reject(new Error('dropped'))
      }
      const { statusCode = 0, headers } = incoming
      buffer(incoming).then(
        (bytes) => resolve({ status: statusCode, headers, body: bytes }),
        reject,
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
