import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Started, timeOf } from './server.ts'

/** Measurements of a server over a period. */
export interface Watched {
  /** Peak of private memory in MB of 1,000,000 bytes. */
  readonly anonymous: number
  /** Peak of the resident set without the mapped store in MB of 1,000,000 bytes. */
  readonly resident: number
  /** Longest wait, in milliseconds, of a tiny request that does not need the catalog. */
  readonly longestWait: number
  /** Longest wait of a request that needs the catalog. */
  readonly longestApiWait: number
}

const MEMORY_MS = 50
/** Interval for reading the mappings, which is slow because the system walks all pages. */
const MAPPINGS_MS = 1000
const PROBE_MS = 20
const STORE_PATH = /\/store(?:\/|$)/

/** Watches a server until the returned function is called. */
export function watch({ process: child, port }: Started): () => Promise<Watched> {
  let [anonymous, resident, longestWait, longestApiWait] = [0, 0, 0, 0]
  let isOver = false
  async function keep(milliseconds: number, work: () => Promise<void>): Promise<void> {
    while (!isOver) {
      await work()
      await pause(milliseconds)
    }
  }
  const tasks = [
    keep(MEMORY_MS, async () => {
      anonymous = Math.max(anonymous, await anonymousMegabytes(child.pid))
    }),
    keep(MAPPINGS_MS, async () => {
      resident = Math.max(resident, await residentMegabytes(child.pid))
    }),
    keep(PROBE_MS, async () => {
      longestWait = Math.max(longestWait, await timeOf(port, '/metrics'))
    }),
    keep(PROBE_MS, async () => {
      longestApiWait = Math.max(longestApiWait, await timeOf(port, '/api/'))
    }),
  ]
  return async () => {
    isOver = true
    await Promise.all(tasks)
    return { anonymous, resident, longestWait, longestApiWait }
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
async function anonymousMegabytes(pid: number | undefined): Promise<number> {
  return kilobytesIn(/^RssAnon:\s+(\d+)/m.exec(await readProcess(pid, 'status'))?.[1])
}

/** https://man7.org/linux/man-pages/man5/proc_pid_smaps.5.html */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  let sum = 0
  let isStore = false
  for (const line of (await readProcess(pid, 'smaps')).split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isStore = STORE_PATH.test(line)
    else if (!isStore && line.startsWith('Rss:')) sum += kilobytesIn(/\d+/.exec(line)?.[0])
  }
  return sum
}

/** Converts kilobytes of 1,024 bytes to megabytes of 1,000,000. */
function kilobytesIn(text: string | undefined): number {
  return (Number(text ?? Number.NaN) * 1024) / 1e6
}

/**
 * Reads a file of a process below `/proc`; returns an empty text if the system has none. A synchronous read would hold up
 * the timed requests, since the system takes up to 100 ms for the mappings.
 */
async function readProcess(pid: number | undefined, name: string): Promise<string> {
  return process.platform === 'linux' ? await readFile(`/proc/${pid}/${name}`, 'latin1') : ''
}
