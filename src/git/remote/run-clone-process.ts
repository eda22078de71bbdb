import type { StdioOptions } from 'node:child_process'
import { versions } from 'node:process'
import { RepositoryError } from '../../errors.ts'
import { commandOf } from '../../start-worker.ts'
import type { CloneFailure, CloneJob, CloneResult } from './clone-process.ts'
import { describeBytes, type RemoteLimits } from './limits.ts'
import { endGit, spawnWithin } from './run-git.ts'

const MEBIBYTE = 2 ** 20
/** With less memory, Node does not start, or hangs. */
const MIN_MEMORY_BYTES = 128 * MEBIBYTE
/**
 * Address space that V8 reserves for compiled code and hardly uses. Since Node 24 it counts toward the data limit.
 */
const RESERVED_BYTES = Number.parseInt(versions.node, 10) >= 24 ? 512 * MEBIBYTE : 0
const MAX_ERROR_CHARACTERS = 500

/**
 * Runs a job in a separate process within git's limits: isomorphic-git holds a whole pack and its unpacked objects
 * in memory, which no limit of a thread bounds. The process has no credentials, environment or network, and ends with
 * the signal. Rejects with RepositoryError, with code `needs-git` if the job exceeds the memory limit.
 */
export function runCloneProcess(
  job: CloneJob,
  { limits, signal }: { readonly limits: RemoteLimits; readonly signal: AbortSignal },
): Promise<CloneResult> {
  signal.throwIfAborted()
  const maxMemoryBytes = Math.max(limits.maxMemoryBytes, MIN_MEMORY_BYTES) + RESERVED_BYTES
  const command = commandOf('git/remote/clone-process')
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc']
    const child = spawnWithin({ ...limits, maxMemoryBytes }, command, {}, stdio)
    let answer: CloneResult | CloneFailure | undefined
    let errors = ''
    const end = (): void => endGit(child)
    signal.addEventListener('abort', end)
    child.on('message', (message: CloneResult | CloneFailure) => {
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
    // If the process has already ended, `close` reports why.
    child.send(job, () => {})
  })
}

/** At the memory limit, Node crashes in various ways, or the system kills it. */
function lackOfMemory({ maxMemoryBytes }: RemoteLimits): RepositoryError {
  const message = `unpacking its answer takes more than ${describeBytes(maxMemoryBytes)} of memory`
  return new RepositoryError('needs-git', message)
}

/** Without a code, the text determines the kind of failure later. */
function errorOf({ message, code }: CloneFailure): Error {
  return code === undefined ? new Error(message) : new RepositoryError(code, message)
}
