import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { onTestFinished } from 'vitest'
import { endWithFile } from './children.ts'
import { freePort } from './free-port.ts'
import { createTemporaryFolder } from './git-repository.ts'

export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0

/** A Redis server until the end of a test; it keeps nothing on disk. */
export interface Redis {
  readonly url: string
  /** The answer to one command as the server writes it. */
  ask(command: string): Promise<string>
  stop(): Promise<void>
  /** On the same port again, empty. */
  start(): Promise<void>
}

/** Starts one. */
export async function startRedis(): Promise<Redis> {
  const redis = await openRedis()
  onTestFinished(redis.stop)
  return redis
}

/** Starts one that is to be stopped. */
export async function openRedis(): Promise<Redis> {
  const port = await freePort()
  const folder = createTemporaryFolder()
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const how = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const child = spawn('redis-server', how, { detached: true })
    server = endWithFile(child)
    let output = ''
    for await (const text of child.stdout) {
      output += text
      if (output.includes('Ready to accept connections')) break
    }
    child.stdout.resume()
  }

  async function stop(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'close')
    server.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    async ask(command) {
      const socket = createConnection(port, '127.0.0.1')
      socket.end(`${command}\r\nQUIT\r\n`)
      let reply = ''
      for await (const text of socket) reply += text
      return reply.replace(/\+OK\r\n$/, '')
    },
    stop,
    start,
  }
}
