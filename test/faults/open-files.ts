import { rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { basename, dirname } from 'node:path'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { type Engine, filesOf, projectOf, startServer, translatedOf, waitFor } from './server.ts'
import type { Row } from './table.ts'

/** Enough to start, when three threads open their modules at once. */
const MAX_OPEN_FILES = 160
const WAIT_MS = 60_000

/** Opens so many connections that a server can open no file, and closes them: it keeps running, reports it, and catches up. */
export async function runOpenFiles({
  main,
  engine,
}: {
  readonly main: string
  readonly engine: Engine
}): Promise<Row> {
  const { path } = await createRepository([filesOf(3)])
  const remote = await startFaultyRemote(dirname(path))
  const projects = [projectOf('p', `${remote.origin}/${basename(path)}`)]
  const folder = createTemporaryFolder()
  const config = { main, engine, folder, config: { projects } }
  const server = await startServer({ ...config, maxOpenFiles: MAX_OPEN_FILES })
  const wrong: string[] = []
  const expect = async (what: string, holds: () => Promise<boolean>) => {
    if (!(await waitFor(holds, WAIT_MS))) wrong.push(`${what}: ${server.output.slice(-300)}`)
  }
  const isServed = (count: number) => async () => (await translatedOf(server, 'p')) === count
  const sockets: Socket[] = []
  try {
    await expect('not served at first', isServed(3))
    // One of them is answered, over which it is asked.
    const first = await openSocket(server.origin)
    const openMore = async (count: number) => {
      for (; count > 0; count--) sockets.push(await openSocket(server.origin))
    }
    await openMore(MAX_OPEN_FILES)
    await addCommit(path, filesOf(7), 1)
    await expect('says nothing', async () => {
      // Git that was running has left some.
      await openMore(10)
      const { stale, store } = JSON.parse(await askOver(first, '/readyz/'))
      return stale.length === 1 && store.status === 'unusable'
    })
    for (const socket of [first, ...sockets]) socket.destroy()
    await expect('does not catch up', isServed(7))
    await expect('says that the store is unusable', async () => {
      const readiness = await server.get('/readyz/')
      return JSON.stringify(Object(readiness).store) === '{"status":"ok"}'
    })
    if ((await server.stop()) !== 0) wrong.push('does not end well')
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.kill()
    await remote.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { what: `no more open files (${engine})`, runs: 1, wrong }
}

async function openSocket(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

/** The body of an answer that comes in one piece. */
async function askOver(socket: Socket, path: string): Promise<string> {
  const statusLine = new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString().split('\r\n\r\n')[1] ?? ''))
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return statusLine
}
