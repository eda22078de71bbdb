import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { filesOf, projectOf, type Server, startServer, translatedOf, waitFor } from './server.ts'
import type { Row } from './table.ts'

/** A client that holds a connection and sends or reads slowly. */
interface Idler {
  readonly what: string
  readonly connections: number
  /** The text sent once, and then the one sent byte by byte, every second. */
  readonly first: string
  readonly later: string
}

const LONG = 'GET /api/units/?page_size=10000 HTTP/1.1\r\nHost: x\r\n\r\n'
const IDLERS: readonly Idler[] = [
  { what: 'idle connections', connections: 10_000, first: '', later: '' },
  { what: 'clients that send slowly', connections: 2000, first: 'GET /', later: 'x' },
  { what: 'clients that never read', connections: 200, first: LONG.repeat(50), later: '' },
]
const MOST_MS = 500
const CLOSED_MS = 150_000

/** Opens many slow connections: other clients are served meanwhile, and in the end all are closed. */
export async function* runConnections({ main }: { readonly main: string }): AsyncGenerator<Row> {
  const { path } = await createRepository([filesOf(3)])
  const config = { projects: [projectOf('p', path)], memory: '256 MiB' }
  const server = await startServer({
    main,
    engine: 'system',
    folder: createTemporaryFolder(),
    config,
  })
  try {
    await waitFor(async () => (await translatedOf(server, 'p')) === 3, 60_000)
    for (const idler of IDLERS) yield await runIdler(server, idler)
    const code = await server.stop()
    if (code !== 0) throw new Error(`exit code ${code}: ${server.output.slice(-300)}`)
  } finally {
    await server.kill()
  }
}

async function runIdler(server: Server, { what, connections, first, later }: Idler): Promise<Row> {
  const { hostname, port } = new URL(server.origin)
  const sockets = new Set<Socket>()
  for (let i = 0; i < connections; i++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    // A client that never reads does not notice that it was closed.
    if (first.length < 100) socket.resume()
    sockets.add(socket)
    if (i % 100 === 0) await once(socket, 'connect')
    if (first !== '') socket.write(first)
  }
  const timer = setInterval(() => {
    if (later !== '') for (const socket of sockets) socket.write(later)
  }, 1000)
  const times: number[] = []
  const wrong: string[] = []
  for (let i = 0; i < 100; i++) {
    const start = performance.now()
    if ((await translatedOf(server, 'p')) !== 3) wrong.push('others are not answered')
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const slowest = times.at(-1) ?? 0
  if (slowest > MOST_MS) wrong.push(`others wait ${slowest.toFixed(0)} ms`)
  const start = performance.now()
  const areClosed = await waitFor(() => {
    if (first.length > 100) for (const socket of sockets) socket.resume()
    return sockets.size === 0
  }, CLOSED_MS)
  clearInterval(timer)
  if (!areClosed) wrong.push(`${sockets.size} are never closed`)
  for (const socket of sockets) socket.destroy()
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const note = `others wait ${times[50]?.toFixed(1)} ms, ${slowest.toFixed(0)} ms at most; all closed after ${seconds} s`
  return {
    what: `${connections} ${what}`,
    runs: 1,
    wrong: wrong.length > 0 ? [wrong.join('; ')] : [],
    note,
  }
}
