import { spawn } from 'node:child_process'
import { versions } from 'node:process'
import { RepositoryError } from '../../errors.ts'
import { commandOf } from '../../start-worker.ts'
import type { CloneJob, CloneResult } from './clone-process.ts'
import { describeBytes, type RemoteLimits } from './limits.ts'
import { endGit, withinLimits } from './run-git.ts'

interface ProcessOptions {
  readonly limits: RemoteLimits
  /** Ends it. */
  readonly signal: AbortSignal
}

const MEBIBYTE = 2 ** 20
/** With less, Node does not start, or hangs. */
const MIN_MEMORY_BYTES = 128 * MEBIBYTE
/** What V8 reserves for compiled code and hardly touches. Since Node 24 it counts as data, so that the limit has to hold it. */
const RESERVED_BYTES = Number.parseInt(versions.node, 10) >= 24 ? 512 * MEBIBYTE : 0
const MAX_ERROR_CHARACTERS = 500

/**
 * Does a job in a process of its own, within the limits of git's: isomorphic-git takes a pack into memory, and what a small
 * one unpacks to, which no limit of a thread bounds. It has no credentials, no environment and no network. Rejects with
 * RepositoryError, `needs-git` where it needs more memory than it may take.
 */
export function runCloneProcess(
  job: CloneJob,
  { limits, signal }: ProcessOptions,
): Promise<Exclude<CloneResult, { message: string }>> {
  signal.throwIfAborted()
  const maxMemoryBytes = Math.max(limits.maxMemoryBytes, MIN_MEMORY_BYTES) + RESERVED_BYTES
  const command = commandOf('git/remote/clone-process')
  return new Promise((resolve, reject) => {
    const child = spawn(...withinLimits(command, { ...limits, maxMemoryBytes }), {
      env: {},
      cwd: '/',
      // A process group of its own, see `endGit`.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let answer: CloneResult | undefined
    let errors = ''
    const end = (): void => endGit(child)
    signal.addEventListener('abort', end)
    child.on('message', (message: CloneResult) => {
      answer = message
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERROR_CHARACTERS)
    })
    child.on('error', reject)
    child.on('close', (code, name) => {
      signal.removeEventListener('abort', end)
      if (answer === undefined) {
        const isCrash = name !== null || (code ?? 0) > 128
        reject(isCrash ? lackOfMemory(limits) : new Error(`a clone process failed: ${errors}`))
      } else if ('message' in answer) reject(errorOf(answer))
      else resolve(answer)
    })
    // Where it has ended, `close` tells why.
    child.send(job, () => {})
  })
}

/** Where it may take no more memory, Node crashes in more than one way, or is killed by the system. */
function lackOfMemory({ maxMemoryBytes }: RemoteLimits): RepositoryError {
  const message = `unpacking what it sent takes more than ${describeBytes(maxMemoryBytes)} of memory`
  return new RepositoryError(message, { code: 'needs-git' })
}

/** Without a code its text tells what kind of failure it is. */
function errorOf({ message, code }: Extract<CloneResult, { message: string }>): Error {
  return code === undefined ? new Error(message) : new RepositoryError(message, { code })
}
