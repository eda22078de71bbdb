import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Setting } from './bench.ts'
import { benchFolder } from './sample.ts'

/** A response of a server. */
export interface BenchResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A server in a separate process. */
export interface Started {
  readonly process: ChildProcess
  readonly port: number
}

/** Starts `gitglot serve` with a configuration in the environment `env`. Resolves once it listens. */
export function startGitglot(
  { build }: Setting,
  config: string,
  env?: NodeJS.ProcessEnv,
): Promise<Started> {
  const file = join(benchFolder(), 'served.yml')
  writeFileSync(file, config)
  const main = join(build, 'cli/main.js')
  return startServer([main, 'serve', '--config', file, '--port', '0'], env)
}

/** Starts a Node program that prints its address once it listens. */
export async function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  let port: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    port = /:(\d+)\//.exec(line)?.[1]
    if (port !== undefined) break
  }
  if (port === undefined) throw new Error(`the server ended with ${child.exitCode}`)
  // Otherwise a full pipe would hold up the server.
  child.stdout.resume()
  return { process: child, port: Number(port) }
}

/** Stops a server. Resolves once its process has ended. */
export function end({ process: child }: Started): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}

/**
 * Returns the CPU time of a process so far, in steps of 10 ms
 * (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
 */
export function cpuMicroseconds(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  return 10_000 * (Number(fields[11]) + Number(fields[12]))
}

/**
 * Waits until a server is idle. After its start it reads the history, and again after the first page of units.
 * `idleMicroseconds` is the CPU time in two seconds that still counts as idle, to allow for other requests.
 */
export async function waitUntilIdle(
  pid: number | undefined,
  idleMicroseconds: number = 40_000,
): Promise<void> {
  for (let before = cpuMicroseconds(pid); before !== undefined; ) {
    await pause(2000)
    const after = cpuMicroseconds(pid)
    if (after === undefined || after - before <= idleMicroseconds) return
    before = after
  }
}

/** Sends a request over a new connection and returns the response. */
export function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<BenchResponse> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers, host: '127.0.0.1' }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}

const POLL_MS = 50

/** Repeats a request until its response is right. */
export async function askUntil(
  port: number,
  path: string,
  isRight: (response: BenchResponse) => boolean,
): Promise<void> {
  while (!isRight(await ask(port, path))) await pause(POLL_MS)
}

/** Waits until a server has counted so many units. */
export function untilCounted(port: number, units: number): Promise<void> {
  return askUntil(port, '/api/statistics/', ({ body }) => JSON.parse(`${body}`).total === units)
}

/** Returns the milliseconds that a request takes; its status must be 200. */
export async function timeOf(port: number, path: string): Promise<number> {
  const start = performance.now()
  const { status } = await ask(port, path)
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return performance.now() - start
}
