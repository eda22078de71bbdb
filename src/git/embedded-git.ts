import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { RepositoryError } from '../errors.ts'
import { type Address, redact } from './address.ts'
import { writeRefFile } from './clone-folder.ts'
import type { CloneAnswer, CloneJob } from './clone-worker.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure } from './failure.ts'
import type { Remote } from './remote.ts'
import { startWorker } from './worker.ts'

interface EmbeddedGitOptions {
  readonly address: Address
  /** Asked before each use: tokens in files change. */
  readonly readCredentials: () => Credentials | undefined
}

/** A pack is held in memory several times over. */
const maxBodyBytes = 512 * 1024 * 1024

/** A remote reached over http(s) by isomorphic-git, each use in a worker thread of its own. */
export function createEmbeddedGit(options: EmbeddedGitOptions): Remote {
  const { address } = options
  const running = new Set<Worker>()

  async function run(task: CloneJob['task']): Promise<CloneAnswer> {
    const credentials = options.readCredentials()
    const { url } = address
    const authorization = credentials?.authorization
    const answer = await runWorker({ url, authorization, maxBodyBytes, task }, running)
    if (!('said' in answer)) return answer
    const said = redact(answer.said, credentials?.secrets ?? [])
    throw new RepositoryError(explainFailure({ url, said }))
  }

  return {
    async list(branches) {
      const answer = await run({ list: branches })
      return 'heads' in answer ? answer.heads : { defaultRef: undefined, oids: new Map() }
    },
    async fetch(fetchOptions) {
      const answer = await run({ fetch: fetchOptions })
      for (const { local, oid } of 'fetched' in answer ? answer.fetched : []) {
        writeRefFile(join(fetchOptions.gitDir, local), `${oid}\n`)
      }
    },
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

function runWorker(job: CloneJob, running: Set<Worker>): Promise<CloneAnswer> {
  return new Promise((resolve) => {
    const fail = (said: string): void => resolve({ said })
    const worker = startWorker({ name: 'clone-worker', workerData: job })
    running.add(worker)
    worker.on('message', resolve)
    worker.on('error', (error) => fail(`the clone worker failed: ${error.message}`))
    worker.on('exit', () => {
      running.delete(worker)
      fail('the clone worker was stopped')
    })
  })
}
