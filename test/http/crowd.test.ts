import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type Listening, listen } from '../../src/http/listen.ts'
import { createPage, createPageCache, toResponse } from '../../src/http/page-cache.ts'
import type { Continue } from '../../src/http/respond.ts'

/** Clients that request more than their share. */

/** Generous, for a busy machine. */
const WAIT = { timeout: 20_000 }
let server: Listening
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.stop(0)
})

/** Serves the responses that `answer` creates for targets. */
async function serve(answer: (target: string) => ReturnType<Continue>): Promise<void> {
  const respond =
    ({ target }: { readonly target: string }) =>
    () =>
      answer(target)
  server = await listen({ respond, host: '127.0.0.1', port: 0 })
}

function connectTo({ url }: Listening): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  sockets.push(socket)
  return socket
}

const requestOf = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Requests that wait until they are released, one after the other. */
function createGate() {
  const begun: string[] = []
  const waiting: (() => void)[] = []
  return {
    begun,
    answer: (target: string): Promise<Response> => {
      begun.push(target)
      return new Promise((resolve) => {
        waiting.push(() => resolve(new Response(`answer to ${target}\n`)))
      })
    },
    letOneGo: () => waiting.shift()?.(),
  }
}

test('pipelined requests of a connection are handled one at a time, in order', async () => {
  const gate = createGate()
  await serve(gate.answer)
  const targets = Array.from({ length: 300 }, (_, index) => `/${index}`)
  const client = connectTo(server)
  let received = ''
  client.on('data', (chunk) => {
    received += chunk
  })
  client.write(targets.map(requestOf).join(''))
  for (const [index] of targets.entries()) {
    await vi.waitFor(() => expect(gate.begun.length).toBe(index + 1), { ...WAIT, interval: 1 })
    gate.letOneGo()
  }
  await vi.waitFor(() => expect(received).toContain('answer to /299\n'), WAIT)
  expect(received.match(/answer to .*/g)).toEqual(targets.map((target) => `answer to ${target}`))
  expect(gate.begun).toEqual(targets)
})

test('a connection is read no further while it has requests to handle', async () => {
  const gate = createGate()
  await serve(async (target) => (target === '/other' ? new Response('') : gate.answer(target)))
  const client = connectTo(server)
  const sent = 16 << 20
  client.write(requestOf('/').repeat(sent / requestOf('/').length))
  await vi.waitFor(() => expect(gate.begun.length).toBe(1), WAIT)
  for (let round = 0; round < 500; round++) {
    if (round % 100 === 0) gate.letOneGo()
    await (await fetch(`${server.url}other`)).text()
  }
  expect(client.writableLength).toBeGreaterThan(sent / 2)
})

test('a request is aborted if its client hangs up', async () => {
  let signal: AbortSignal | undefined
  const respond = () => (request: Request | undefined) => {
    signal = request?.signal
    return new Promise<Response>(() => undefined)
  }
  server = await listen({ respond, host: '127.0.0.1', port: 0 })
  const client = connectTo(server)
  client.write(requestOf('/'))
  await vi.waitFor(() => expect(signal?.aborted).toBe(false), WAIT)
  client.destroy()
  await vi.waitFor(() => expect(signal?.aborted).toBe(true), WAIT)
})

test('large responses that clients do not read are cut off, oldest first; others are sent', async () => {
  const pages = createPageCache({ maxBytes: 1 << 30 })
  const bytes = 20 << 20
  await serve(async (target) => {
    const page = await createPage(Buffer.alloc(bytes), {})
    const cached = await pages.add(target, page, () => undefined)
    return toResponse(cached, 'GET')
  })
  const closed: string[] = []
  for (let index = 0; index < 8; index++) {
    const target = `/${index}`
    const client = connectTo(server).pause()
    client.on('close', () => closed.push(target))
    client.write(requestOf(target))
    client.once('readable', () => undefined)
    await once(client, 'readable')
  }
  // A client notices only when it reads.
  for (const socket of sockets.slice(0, 2)) socket.resume()
  await vi.waitFor(() => expect(closed.sort()).toEqual(['/0', '/1']), WAIT)
  const [response] = await once(get(`${server.url}mine`), 'response')
  let read = 0
  for await (const chunk of response) read += chunk.length
  expect(read).toBe(bytes)
})
