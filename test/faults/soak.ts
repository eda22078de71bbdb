import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import {
  type Engine,
  filesOf,
  projectOf,
  type Server,
  startServer,
  translatedOf,
  waitFor,
} from './server.ts'
import type { Row } from './table.ts'

interface SoakOptions {
  readonly main: string
  readonly engine: Engine
  readonly minutes: number
}

const COMMIT_MS = 2000
const SAMPLE_MS = 1000
/** The addresses requested repeatedly; `OID` stands for the last commit. */
const ADDRESSES = [
  '/api/translations/p/c/de/statistics/',
  '/api/translations/p/c/de/units/',
  '/api/units/?q=state:translated',
  '/api/components/p/c/changes/',
  '/api/components/p/c/credits/?start=2000-01-01&end=2100-01-01',
  '/api/components/p/c/outdated/',
  '/api/components/p/c/trend/?points=10',
  '/api/components/p/c/statistics/?ref=OID',
  '/api/translations/p/c/de/file/',
  '/api/projects/p/compare/?base=OID',
]
const CLIENTS = 4
/** The memory allowed at the end beyond that after the warm-up. */
const MAX_GROWTH = 1.05

/** Follows a remote that gets a commit every two seconds while clients request everything: memory stays flat. */
export async function runSoak({ main, engine, minutes }: SoakOptions): Promise<Row> {
  const { path, commits } = await createRepository(
    Array.from({ length: 100 }, (_, i) => filesOf(1 + (i % 9))),
  )
  const remote = await startFaultyRemote(dirname(path))
  const projects = [projectOf('p', `${remote.origin}/${basename(path)}`)]
  const config = { projects, memory: '64 MiB' }
  const server = await startServer({ main, engine, folder: createTemporaryFolder(), config })
  const wrong: string[] = []
  const samples: number[] = []
  const end = performance.now() + minutes * 60_000
  let [oid = ''] = commits.slice(-1)
  async function load(): Promise<void> {
    for (let turn = 0; performance.now() < end; turn++) {
      const address = (ADDRESSES[turn % ADDRESSES.length] ?? '').replace('OID', oid)
      const body = await server.get(address)
      // A commit of this moment may not be fetched yet, and what it changed may take longer to find.
      const isRight = typeof body === 'object' || body === 503 || /=[0-9a-f]{40}/.test(address)
      if (!isRight) wrong.push(`${address}: ${body}`)
      await pause(20)
    }
  }
  async function commit(): Promise<void> {
    for (let i = 0; performance.now() < end; i++) {
      oid = await addCommit(path, filesOf(1 + (i % 9)), 100 + i)
      await pause(COMMIT_MS)
    }
  }
  async function sample(): Promise<void> {
    for (; performance.now() < end; await pause(SAMPLE_MS)) samples.push(memoryOf(server))
  }
  try {
    await waitFor(async () => typeof (await translatedOf(server, 'p')) === 'number', 60_000)
    await Promise.all([commit(), sample(), ...Array.from({ length: CLIENTS }, load)])
    await addCommit(path, filesOf(10), 100_000)
    if (!(await waitFor(async () => (await translatedOf(server, 'p')) === 10, 60_000)))
      wrong.push(`the last commit is not served: ${server.output.slice(-300)}`)
  } finally {
    await server.stop()
    await remote.close()
  }
  // The first third is for warming up.
  const [first, before, after] = thirdsOf(samples).map(medianOf) as [number, number, number]
  console.error(`memory: ${[first, before, after].map(toMiB).join(', ')} MiB`)
  if (after > MAX_GROWTH * before) {
    wrong.push(`memory grew from ${toMiB(before)} to ${toMiB(after)} MiB`)
  }
  return { what: `soak of ${minutes} minutes (${engine})`, runs: 1, wrong: [...new Set(wrong)] }
}

/** Private memory in bytes (https://man7.org/linux/man-pages/man5/proc_pid_status.5.html). */
function memoryOf({ pid }: Server): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return 1024 * Number(/RssAnon:\s+(\d+)/.exec(status)?.[1])
}

function thirdsOf(samples: readonly number[]): number[][] {
  const size = samples.length / 3
  return [0, 1, 2].map((third) => samples.slice(third * size, (third + 1) * size))
}

function medianOf(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0
}

function toMiB(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
