import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'

/** A way to fetch: with the git on PATH, which helps isomorphic-git, or without. */
export const ENGINES = ['system', 'embedded'] as const

export type Engine = (typeof ENGINES)[number]

interface ServerOptions {
  /** The command as it is installed: a file for node. */
  readonly main: string
  readonly engine: Engine
  /** For the configuration and, unless that says something else, the data. */
  readonly folder: string
  readonly config: object
  /** A module that is loaded before the program. */
  readonly preload?: string
  /** How many files and connections it may have open at once. */
  readonly maxOpenFiles?: number
}

/** The program, serving in a process of its own. */
export interface Server {
  /** Without a slash at the end. */
  readonly origin: string
  /** The body of a response as JSON; its status if that is not 200, or the error. */
  get(path: string): Promise<unknown>
  /** The ETag of a response; its status if it has none. */
  etagOf(path: string): Promise<string>
  /** The problems reported so far of a component (`project/component`). */
  problemsOf(component: string): string[]
  readonly output: string
  readonly pid: number | undefined
  signal(name: NodeJS.Signals): void
  /** Ends it as a supervisor does; resolves to its exit code. */
  stop(): Promise<number | null>
  /** Ends it at once, and what it has started. */
  kill(): Promise<void>
}

const START_MS = 60_000

/** Starts a server; resolves at once, and `get` waits until it listens. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const port = await freePort()
  const path = join(options.folder, 'gitglot.yml')
  writeFileSync(path, JSON.stringify({ data_dir: 'data', ...options.config }))
  const preload = options.preload === undefined ? [] : ['--require', options.preload]
  const args = [
    ...preload,
    options.main,
    'serve',
    '--config',
    path,
    '--host',
    '127.0.0.1',
    '--port',
    `${port}`,
  ]
  const environment = { HOME: options.folder, LC_ALL: 'C' }
  const search = options.engine === 'system' ? process.env['PATH'] : '/nonexistent'
  const { maxOpenFiles = 'unlimited' } = options
  const limited = ['-c', `ulimit -n ${maxOpenFiles} 2>/dev/null; exec "$@"`, 'sh']
  const child = spawn('/bin/sh', [...limited, process.execPath, ...args], {
    env: { ...environment, PATH: search },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    get: (address) => ask(`${origin}${address}`, child),
    async etagOf(address) {
      const { headers, status } = await fetch(`${origin}${address}`)
      return headers.get('etag') ?? String(status)
    },
    signal: (name) => void child.kill(name),
    problemsOf(component) {
      const start = `${component}: `
      const lines = output.split('\n').filter((line) => line.includes(start))
      return lines.map((line) => line.slice(line.indexOf(start) + start.length)).filter(isProblem)
    },
    get output() {
      return output
    },
    pid: child.pid,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function isProblem(line: string): boolean {
  return !/^\d+ translations|^cloning|^fetching the history/.test(line)
}

async function ask(address: string, child: ChildProcess): Promise<unknown> {
  const until = Date.now() + START_MS
  for (;;) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(30_000) })
      const text = await response.text()
      return response.status === 200 ? JSON.parse(text) : response.status
    } catch (error) {
      // Refused until it listens.
      if (child.exitCode !== null || Date.now() > until) return String(error)
      await pause(50)
    }
  }
}

/** Waits until something holds; resolves to whether it does. */
export async function waitFor(
  holds: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  const until = Date.now() + milliseconds
  for (;;) {
    if (await holds()) return true
    if (Date.now() > until) return false
    await pause(100)
  }
}

/** A project with the JSON files of one repository, polled every second. */
export function projectOf(slug: string, repo: string): object {
  const web = 'https://example.org/'
  const files = { file_format: 'json', filemask: 'l/*.json', template: 'l/en.json' }
  const component = { slug: 'c', name: 'C', ...files }
  return {
    slug,
    name: slug,
    web,
    repo,
    branch: 'main',
    update_interval: 1,
    components: [component],
  }
}

/** Files with `translated` of ten texts translated. */
export function filesOf(translated: number): Record<string, string> {
  const texts = (count: number, word: string) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, `${word} ${i}`])),
    )
  return { 'l/en.json': texts(10, 'Text'), 'l/de.json': texts(translated, 'Wort') }
}

/** How many texts of such a project are translated. */
export async function translatedOf(server: Server, slug: string): Promise<unknown> {
  const translation = await server.get(`/api/translations/${slug}/c/de/`)
  if (typeof translation !== 'object' || translation === null || !('translated' in translation))
    return translation
  return translation.translated
}
