import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Setting } from './bench.ts'
import { benchFolder } from './sample.ts'

/** What a server answered. */
export interface BenchResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A server in a process of its own. */
export interface Started {
  readonly process: ChildProcess
  readonly port: number
  /** Settles when a component has been read; of plain servers at once. */
  readonly isRead: Promise<void>
}

/** Starts `gitglot serve` with a configuration, in the environment `env`; resolves when it listens, see `Started`. */
export async function startGitglot(
  { build }: Pick<Setting, 'build'>,
  config: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Started> {
  const file = join(benchFolder(), 'served.yml')
  writeFileSync(file, config)
  const main = join(build, 'cli/main.js')
  const child = spawn(process.execPath, [main, 'serve', '--config', file, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    let ready = (): void => undefined
    const isRead = new Promise<void>((resolve) => {
      ready = resolve
    })
    lines.on('line', (line) => {
      const port = /:(\d+)\//.exec(line)?.[1]
      if (port !== undefined) resolve({ process: child, port: Number(port), isRead })
      else if (/: \d+ translations?, /.test(line)) ready()
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

/** Stops a server; resolves when it has ended. */
export function end({ process: child }: Started): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}

/** What a process has used so far, in steps of 10 ms (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
export function cpuMicroseconds(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  return 10_000 * (Number(fields[11]) + Number(fields[12]))
}

/**
 * Waits until a server has nothing left to do: after its start it looks at the history, and once more after the first page
 * of units. `idleMicroseconds` is what it may use in two seconds all the same, as others ask it.
 */
export async function waitUntilIdle(
  pid: number | undefined,
  idleMicroseconds: number = 40_000,
): Promise<void> {
  for (let before = cpuMicroseconds(pid); before !== undefined; ) {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const after = cpuMicroseconds(pid)
    if (after === undefined || after - before <= idleMicroseconds) return
    before = after
  }
}

/** The answer to a request, over a connection of its own. */
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

/** Milliseconds that a request takes, whose answer has to be 200. */
export async function timeOf(port: number, path: string): Promise<number> {
  const start = performance.now()
  const { status } = await ask(port, path)
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return performance.now() - start
}
