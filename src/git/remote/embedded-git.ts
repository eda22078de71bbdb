import { setMaxListeners } from 'node:events'
import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { readTextFile } from '../text-file.ts'
import { packBytes, writeCloneFile } from './clone-folder.ts'
import type { Comparison } from './clone-process.ts'
import type { Credentials } from './credentials.ts'
import { explainFailure, needsGit } from './failure.ts'
import { createListHttp, download, type RemoteLocation } from './git-http.ts'
import type { HttpOptions } from './http-client.ts'
import { describeBytes, tooLargeMessage } from './limits.ts'
import { createPackRequest, type PackFetch } from './pack-fetch.ts'
import type {
  FetchedRef,
  FetchOptions,
  FetchTarget,
  Remote,
  RemoteHeads,
  RemoteOptions,
} from './remote.ts'
import { createHeads } from './remote-heads.ts'
import type { RemoteQueue } from './remote-queue.ts'
import { runCloneProcess } from './run-clone-process.ts'

interface EmbeddedGitOptions extends RemoteOptions {
  readonly place: RemoteLocation
  /** Called before each use, since token files change. */
  readonly readCredentials: () => Credentials | undefined
  readonly queue: RemoteQueue
}

/** How many branches and tags one fetch may request. */
const MAX_OTHERS = 10_000
/** Up to this many branches are listed by one request each; for more, all branches are listed. */
const MAX_PREFIXES = 8
/** Memory that isomorphic-git needs per byte of a pack. Measured: at most 6 for histories of text. */
const MEMORY_PER_BYTE = 8
const SAY_MS = 1000

/** The options of one exchange with the remote, and the signal that ends it. */
type Exchange = HttpOptions & { readonly signal: AbortSignal }

/**
 * A remote reached over http(s) by isomorphic-git. Responses are written to a file, which a separate process
 * unpacks into the clone.
 */
export class EmbeddedGit implements Remote {
  readonly #options: EmbeddedGitOptions
  readonly #running = new Map<AbortController, Promise<unknown>>()

  constructor(options: EmbeddedGitOptions) {
    this.#options = options
  }

  list(branches: readonly string[] | 'all'): Promise<RemoteHeads> {
    const seconds = 2 * this.#options.limits.silenceSeconds
    return this.#exchange(seconds, (http) => this.#list(branches, http))
  }

  async fetch(fetchOptions: FetchOptions): Promise<void> {
    const fetched = await this.#fetchRefs(fetchOptions)
    if (fetched.length === fetchOptions.refs.length) return
    throw this.#error('bad-answer', 'its answer lacks a commit or a part of one')
  }

  async fetchAll(target: FetchTarget): Promise<void> {
    const { length } = target.refs
    if (length > MAX_OTHERS) {
      const count = `${length} new branches and tags`
      throw this.#error('too-large', `${count}, too many without git on PATH`)
    }
    const missing = length - (await this.#fetchRefs({ ...target, depth: 'new' })).length
    if (missing > 0) {
      throw this.#error('bad-answer', `${missing} of ${length} branches and tags did not arrive`)
    }
  }

  async maintain(): Promise<void> {}

  async close(): Promise<void> {
    const running = [...this.#running]
    for (const [ending] of running) ending.abort()
    await Promise.allSettled(running.map(([, working]) => working))
  }

  #error(code: RepositoryErrorCode, reason: string): RepositoryError {
    return new RepositoryError(code, `${this.#options.address.url}: ${reason}`)
  }

  /** Runs work with the current credentials, for at most `seconds`. Rejects with RepositoryError. */
  async #exchange<T>(seconds: number, work: (exchange: Exchange) => Promise<T>) {
    const credentials = this.#options.readCredentials()
    const ending = new AbortController()
    const { signal } = ending
    // Each request adds listeners.
    setMaxListeners(0, signal)
    const timer = setTimeout(() => ending.abort(), seconds * 1000)
    const working = work({
      credentials,
      limits: this.#options.limits,
      onActivity: this.#options.onActivity,
      signal,
    })
    this.#running.set(ending, working)
    try {
      return await working
    } catch (cause) {
      const { address, limits } = this.#options
      const error = signal.aborted ? timeOut(seconds, cause) : cause
      const code = error instanceof RepositoryError ? error.code : undefined
      const secrets = [address.password, ...(credentials?.secrets ?? [])]
      const message = messageOf(error)
      throw explainFailure({ url: address.url, message, secrets, code, limits, cause })
    } finally {
      clearTimeout(timer)
      this.#running.delete(ending)
      // Ends other requests of the exchange that may still be running.
      ending.abort()
    }
  }

  async #list(branches: readonly string[] | 'all', http: Exchange): Promise<RemoteHeads> {
    // Loaded on demand: most commands in a checkout contact no remote.
    const { default: git } = await import('isomorphic-git')
    const { client, check } = createListHttp(this.#options.place, http)
    const { prefixes, isWanted } = prefixesOf(branches)
    const url = this.#options.place.address
    const lists = await Promise.all(
      prefixes.map((prefix) => git.listServerRefs({ http: client, url, prefix, symrefs: true })),
    )
    check()
    // Servers may treat a prefix as a hint and list other refs too.
    const refs = lists.flat().filter(({ ref }) => isWanted(ref))
    return createHeads(refs.map(({ ref, oid, target }) => ({ name: ref, oid, target })))
  }

  /** Runs work in a process when the queue permits. */
  #inProcess<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T> {
    // Reports activity meanwhile, since silence would count as waiting for the remote.
    const timer = setInterval(() => this.#options.onActivity(), SAY_MS)
    return this.#options.queue.runProcess(isUrgent, work).finally(() => clearInterval(timer))
  }

  async #compare({ gitDir, refs, depth }: FetchOptions, http: Exchange) {
    const nothing: Comparison = { known: [], haves: [] }
    if (depth === 'tip') return nothing
    const oids = [...new Set(refs.map(({ oid }) => oid))]
    const job = { type: 'compare', gitDir, oids } as const
    const result = await this.#inProcess(depth === 'new', () => runCloneProcess(job, http))
    return 'haves' in result ? result : nothing
  }

  /** Returns the maximum size of a pack. */
  #limitOf({ depth, maxBytes, gitDir }: FetchOptions): PackLimit {
    const maxPackBytes = Math.floor(this.#options.limits.maxMemoryBytes / MEMORY_PER_BYTE)
    if (depth === 'all' && maxPackBytes < maxBytes) {
      const message = `its history is over ${describeBytes(maxPackBytes)}`
      return { maxBytes: maxPackBytes, error: new RepositoryError('needs-git', message) }
    }
    const message = tooLargeMessage(packBytes(gitDir) + maxBytes)
    return { maxBytes, error: new RepositoryError('too-large', message) }
  }

  /** Fetches refs and sets those that arrived, which it returns. */
  #fetchRefs(options: FetchOptions): Promise<readonly FetchedRef[]> {
    return this.#exchange(this.#options.limits.transferSeconds, async (http) => {
      const { gitDir, depth } = options
      const { known, haves } = await this.#compare(options, http)
      const here = new Set(depth === 'new' ? known : [])
      const refs = options.refs.filter(({ oid }) => !here.has(oid))
      const shallow = readTextFile(join(gitDir, 'shallow')) ?? ''
      const packFetch: PackFetch = { url: this.#options.place.address, refs, depth, haves, shallow }
      for (const oid of refs.length > 0 ? await this.#fetchPack(packFetch, options, http) : [])
        here.add(oid)
      const fetched = options.refs.filter(({ oid }) => here.has(oid))
      for (const { local, oid } of fetched) writeCloneFile(gitDir, local, `${oid}\n`)
      return fetched
    })
  }

  /** Fetches a pack and returns the ids of the objects that arrived. */
  async #fetchPack(packFetch: PackFetch, options: FetchOptions, http: Exchange) {
    const { gitDir, depth } = options
    const answerPath = join(gitDir, 'answer.tmp')
    try {
      const answer = download(await createPackRequest(packFetch), this.#options.place, http)
      const { onActivity } = this.#options
      await writeFile(answerPath, limited(answer, this.#limitOf(options), onActivity))
      const job = { type: 'take', gitDir, wanted: packFetch, answerPath } as const
      const taken = await this.#inProcess(depth !== 'all', () => runCloneProcess(job, http))
      if (!('arrived' in taken)) return []
      if (taken.arrived.length === 0 && taken.said !== '') throw new Error(taken.said)
      return taken.arrived
    } catch (cause) {
      if (!needsGit(cause)) throw cause
      const use = depth === 'all' ? 'read the whole history' : 'clone it'
      const message = `${cause.message}: install git to ${use}`
      throw new RepositoryError(cause.code, message, { cause })
    } finally {
      rmSync(answerPath, { force: true })
    }
  }
}

function timeOut(seconds: number, cause: unknown): RepositoryError {
  return new RepositoryError('timeout', `gave up after ${seconds} seconds`, { cause })
}

/** Lists all branches if many are wanted. */
function prefixesOf(branches: readonly string[] | 'all'): {
  readonly prefixes: readonly string[]
  readonly isWanted: (ref: string) => boolean
} {
  if (branches === 'all') {
    const prefixes = ['HEAD', 'refs/heads/', 'refs/tags/']
    return { prefixes, isWanted: (ref) => prefixes.some((prefix) => ref.startsWith(prefix)) }
  }
  const names = new Set(['HEAD', ...branches.map((branch) => `refs/heads/${branch}`)])
  const prefixes = names.size > MAX_PREFIXES ? ['HEAD', 'refs/heads/'] : [...names]
  return { prefixes, isWanted: (ref) => names.has(ref) }
}

interface PackLimit {
  readonly maxBytes: number
  /** Thrown when a pack exceeds `maxBytes`. */
  readonly error: RepositoryError
}

async function* limited(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, error }: PackLimit,
  onActivity: RemoteOptions['onActivity'],
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw error
    onActivity(describeBytes(bytes))
    yield chunk
  }
}
