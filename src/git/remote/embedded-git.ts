import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type Address, redact } from '../../address.ts'
import { RepositoryError } from '../../errors.ts'
import { startWorker } from '../../start-worker.ts'
import { writeRefFile } from './clone-folder.ts'
import type { CloneAnswer, CloneJob } from './clone-worker.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure } from './failure.ts'
import type { Remote, RemoteHeads } from './remote.ts'

interface EmbeddedGitOptions {
  readonly address: Address
  /** Called before each use: tokens in files change. */
  readonly readCredentials: () => Credentials | undefined
}

/** A fetch holds its pack in memory several times over. */
const MAX_BODY_BYTES = 512 * 1024 * 1024

/** How many branches and tags one fetch may bring. */
const MAX_OTHERS = 10_000

/** A remote reached over http(s) by isomorphic-git, each use in a worker thread of its own. */
export function createEmbeddedGit(options: EmbeddedGitOptions): Remote {
  const { address } = options
  const running = new Set<Worker>()

  async function run(task: CloneJob['task']): Promise<CloneAnswer> {
    const credentials = options.readCredentials()
    const { url } = address
    const authorization = credentials?.authorization
    const answer = await runWorker(
      { url, authorization, maxBodyBytes: MAX_BODY_BYTES, task },
      running,
    )
    if (!('message' in answer)) return answer
    const message = redact(answer.message, credentials?.secrets ?? [])
    throw new RepositoryError(explainFailure({ url, message }))
  }

  async function list(prefixes: readonly string[]): Promise<RemoteHeads> {
    const answer = await run({ list: prefixes })
    return 'heads' in answer ? answer.heads : { defaultRef: undefined, oids: new Map() }
  }

  return {
    list(branches) {
      // One branch by its name, several as the whole folder: each prefix is a request.
      const name = branches.length === 1 ? branches[0] : ''
      return list(['HEAD', ...(branches.length > 0 ? [`refs/heads/${name}`] : [])])
    },
    async fetch(fetchOptions) {
      writeRefs(fetchOptions.gitDir, await run({ fetch: fetchOptions }))
    },
    listAll: async () => (await list(['refs/heads/', 'refs/tags/'])).oids,
    async fetchAll(gitDir, changed) {
      if (changed.length > MAX_OTHERS) {
        const count = `${changed.length} new branches and tags`
        throw new RepositoryError(`${address.url}: ${count}, too many to do without git on PATH`)
      }
      const arrived = writeRefs(gitDir, await run({ fetchAll: { gitDir, refs: changed } }))
      // isomorphic-git ignores the error with which a server ends a transfer early.
      if (arrived < changed.length) {
        const count = `${changed.length - arrived} of ${changed.length}`
        throw new RepositoryError(`${address.url}: ${count} branches and tags did not arrive`)
      }
    },
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

/** Writes the refs that were fetched; returns their number. */
function writeRefs(gitDir: string, answer: CloneAnswer): number {
  const fetched = 'fetched' in answer ? answer.fetched : []
  for (const { local, oid } of fetched) writeRefFile(join(gitDir, local), `${oid}\n`)
  return fetched.length
}

function runWorker(job: CloneJob, running: Set<Worker>): Promise<CloneAnswer> {
  return new Promise((resolve) => {
    const fail = (message: string): void => resolve({ message })
    const worker = startWorker({ name: 'git/remote/clone-worker', workerData: job })
    running.add(worker)
    worker.on('message', resolve)
    worker.on('error', (error) => fail(`the clone worker failed: ${error.message}`))
    worker.on('exit', () => {
      running.delete(worker)
      fail('the clone worker was stopped')
    })
  })
}
