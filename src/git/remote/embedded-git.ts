import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { redact } from '../../address.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { startWorker } from '../../start-worker.ts'
import { writeRefFile } from './clone-folder.ts'
import type { CloneAnswer, CloneJob } from './clone-worker.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure } from './failure.ts'
import { AnswerError } from './http-client.ts'
import type { FetchedRef, FetchOptions, Remote, RemoteOptions } from './remote.ts'
import { discover, listRefs, type Session } from './upload-pack.ts'

interface EmbeddedGitOptions extends RemoteOptions {
  /** Called before each use: tokens in files change. */
  readonly readCredentials: () => Credentials | undefined
}

/** How many branches and tags one fetch may bring. */
const MAX_OTHERS = 10_000

/**
 * A remote reached over http(s) without git. Each transfer has a worker thread of its own, which writes the pack to
 * disk as it comes. It is long because its functions share the session and its workers.
 */
export function createEmbeddedGit(options: EmbeddedGitOptions): Remote {
  const { address, limits, onActivity } = options
  const running = new Set<Worker>()
  const listing = new Set<AbortController>()
  let session: Session | undefined

  /** Does something with the credentials of now. Rejects with RepositoryError. */
  async function use<T>(work: (credentials: Credentials | undefined) => Promise<T>): Promise<T> {
    const credentials = options.readCredentials()
    try {
      return await work(credentials)
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause)
      const message = redact(text, credentials?.secrets ?? [])
      const code =
        cause instanceof RepositoryError || cause instanceof AnswerError ? cause.code : undefined
      throw explainFailure({ url: address.url, message, code, cause })
    }
  }

  /** The refs that have arrived, after setting them. */
  function fetchRefs(wanted: FetchOptions): Promise<readonly FetchedRef[]> {
    return use(async (credentials) => {
      session ??= await discover(address.url, { credentials, limits, onActivity })
      const job: CloneJob = { ...wanted, session, credentials, limits }
      const fetched = await runWorker(job, running, onActivity)
      for (const { local, oid } of fetched) writeRefFile(join(wanted.gitDir, local), `${oid}\n`)
      return fetched
    })
  }

  return {
    list(branches) {
      const prefixes =
        branches === 'all'
          ? ['HEAD', 'refs/heads/', 'refs/tags/']
          : ['HEAD', ...branches.map((branch) => `refs/heads/${branch}`)]
      return use(async (credentials) => {
        const ending = new AbortController()
        listing.add(ending)
        const seconds = 2 * limits.silenceSeconds
        const timer = setTimeout(() => ending.abort(), seconds * 1000)
        const http = { credentials, limits, onActivity, signal: ending.signal }
        try {
          const listed = await listRefs(address.url, prefixes, http)
          session = listed.session
          return listed.heads
        } catch (cause) {
          if (!ending.signal.aborted) throw cause
          throw new RepositoryError(`gave up after ${seconds} seconds`, { code: 'timeout', cause })
        } finally {
          clearTimeout(timer)
          listing.delete(ending)
        }
      })
    },
    async fetch(wanted) {
      const fetched = await fetchRefs(wanted)
      if (fetched.length === wanted.refs.length) return
      throw new RepositoryError(`${address.url}: its answer has no commit, or not all of it`, {
        code: 'bad-answer',
      })
    },
    async fetchAll(wanted) {
      const { length } = wanted.refs
      if (length > MAX_OTHERS) {
        const count = `${length} new branches and tags`
        throw new RepositoryError(`${address.url}: ${count}, too many to do without git on PATH`, {
          code: 'too-large',
        })
      }
      const missing = length - (await fetchRefs({ ...wanted, depth: 'new' })).length
      if (missing > 0) {
        const count = `${missing} of ${length}`
        throw new RepositoryError(`${address.url}: ${count} branches and tags did not arrive`, {
          code: 'bad-answer',
        })
      }
    },
    async close() {
      for (const one of listing) one.abort()
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

function runWorker(
  job: CloneJob,
  running: Set<Worker>,
  onActivity: () => void,
): Promise<readonly FetchedRef[]> {
  return new Promise((resolve, reject) => {
    const fail = (message: string, code: RepositoryErrorCode = 'stopped'): void =>
      reject(new RepositoryError(message, { code }))
    const worker = startWorker({ name: 'git/remote/clone-worker', workerData: job })
    running.add(worker)
    const { transferSeconds } = job.limits
    const timer = setTimeout(() => {
      fail(`gave up after ${transferSeconds} seconds`, 'timeout')
      void worker.terminate()
    }, transferSeconds * 1000)
    worker.on('message', (answer: CloneAnswer) => {
      if (answer === 'working') onActivity()
      else if ('message' in answer) fail(answer.message, answer.code)
      else resolve(answer.fetched)
    })
    worker.on('error', (error) => fail(`the clone worker failed: ${error.message}`))
    worker.on('exit', () => {
      clearTimeout(timer)
      running.delete(worker)
      fail('the clone worker was stopped')
    })
  })
}
