import { setMaxListeners } from 'node:events'
import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { readTextFile } from '../text-file.ts'
import { packBytes, writeCloneFile } from './clone-folder.ts'
import { readCredentials } from './credentials.ts'
import { explainFailure, needsGit } from './failure.ts'
import {
  createHeads,
  type Engine,
  type EngineOptions,
  type FetchedRef,
  type FetchOptions,
  type RemoteHeads,
} from './git-engine.ts'
import { createListHttp, download } from './git-http.ts'
import type { HttpOptions } from './http-client.ts'
import { describeBytes, tooLargeMessage } from './limits.ts'
import { createPackRequest, type PackFetch } from './pack-fetch.ts'
import type { RemoteQueue } from './remote-queue.ts'
import { runCloneProcess } from './run-clone-process.ts'

const MAX_OTHERS = 10_000
/** Up to this many branches are listed by one request each; for more, all branches are listed. */
const MAX_PREFIXES = 8
/** Memory that isomorphic-git needs per byte of a pack. Measured: at most 6 for histories of text. */
const MEMORY_PER_BYTE = 8
const SAY_MS = 1000

/** A remote reached over http(s) by isomorphic-git. Its answers go into a file, which a separate process unpacks. */
export class EmbeddedGit implements Engine {
  readonly #options: EngineOptions
  readonly #queue: RemoteQueue
  readonly #running = new Map<AbortController, Promise<unknown>>()

  constructor(options: EngineOptions, queue: RemoteQueue) {
    this.#options = options
    this.#queue = queue
  }

  list(branches: readonly string[] | 'all'): Promise<RemoteHeads> {
    const seconds = 2 * this.#options.limits.silenceSeconds
    return this.#exchange(seconds, (http) => this.#list(branches, http))
  }

  async fetch(options: FetchOptions): Promise<void> {
    const { length } = options.refs
    const isOfOthers = options.depth === 'others'
    if (isOfOthers && length > MAX_OTHERS) {
      const count = `${length} new branches and tags`
      throw this.#error('too-large', `${count}, too many without git on PATH`)
    }
    const missing = length - (await this.#fetchRefs(options)).length
    if (missing === 0) return
    const lack = isOfOthers
      ? `${missing} of ${length} branches and tags did not arrive`
      : 'its answer lacks a commit or a part of one'
    throw this.#error('bad-answer', lack)
  }

  async close(): Promise<void> {
    const running = [...this.#running]
    for (const [ending] of running) ending.abort()
    await Promise.allSettled(running.map(([, working]) => working))
  }

  #error(code: RepositoryErrorCode, reason: string): RepositoryError {
    return new RepositoryError(code, `${this.#options.address.url}: ${reason}`)
  }

  /** Runs work with the current credentials, for at most `seconds`. Rejects with RepositoryError. */
  async #exchange<T>(seconds: number, work: (exchange: HttpOptions) => Promise<T>) {
    const { address, environment, limits, onActivity } = this.#options
    const credentials = readCredentials(address, environment)
    const ending = new AbortController()
    const { signal } = ending
    // Each request adds listeners.
    setMaxListeners(0, signal)
    const timer = setTimeout(() => ending.abort(), seconds * 1000)
    const working = work({ credentials, limits, onActivity, signal })
    this.#running.set(ending, working)
    try {
      return await working
    } catch (cause) {
      const failureCode = cause instanceof RepositoryError ? cause.code : undefined
      const code = signal.aborted ? 'timeout' : failureCode
      const message = signal.aborted ? `gave up after ${seconds} seconds` : messageOf(cause)
      const secrets = [address.password, ...(credentials?.secrets ?? [])]
      throw explainFailure({ url: address.url, message, secrets, code, limits, cause })
    } finally {
      clearTimeout(timer)
      this.#running.delete(ending)
      // Ends other requests of the exchange that may still be running.
      ending.abort()
    }
  }

  async #list(branches: readonly string[] | 'all', http: HttpOptions): Promise<RemoteHeads> {
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

  /** Runs work in a process when the queue permits, histories last. */
  #inProcess<T>(depth: FetchOptions['depth'], work: () => Promise<T>): Promise<T> {
    // Reports activity meanwhile, since silence would count as waiting for the remote.
    const timer = setInterval(() => this.#options.onActivity(), SAY_MS)
    return this.#queue.runProcess(depth !== 'all', work).finally(() => clearInterval(timer))
  }

  #limitOf({ depth, maxBytes, gitDir }: FetchOptions) {
    const maxPackBytes = Math.floor(this.#options.limits.maxMemoryBytes / MEMORY_PER_BYTE)
    if (depth === 'all' && maxPackBytes < maxBytes) {
      const message = `its history is larger than ${describeBytes(maxPackBytes)}`
      return { maxBytes: maxPackBytes, error: new RepositoryError('needs-git', message) }
    }
    const message = tooLargeMessage(packBytes(gitDir) + maxBytes)
    return { maxBytes, error: new RepositoryError('too-large', message) }
  }

  /** Fetches refs and sets those that arrived, which it returns. */
  #fetchRefs(options: FetchOptions): Promise<readonly FetchedRef[]> {
    return this.#exchange(this.#options.limits.transferSeconds, async (http) => {
      const { gitDir, depth } = options
      const here = new Set<string>()
      let haves: readonly string[] = []
      if (depth !== 'tip') {
        const oids = [...new Set(options.refs.map(({ oid }) => oid))]
        const compared = await this.#inProcess(depth, () =>
          runCloneProcess({ gitDir, oids, answer: undefined }, http),
        )
        haves = compared.haves
        if (depth !== 'all') for (const oid of compared.present) here.add(oid)
      }
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
  async #fetchPack(packFetch: PackFetch, options: FetchOptions, http: HttpOptions) {
    const { gitDir, depth } = options
    const path = join(gitDir, 'answer.tmp')
    try {
      const chunks = download(await createPackRequest(packFetch), this.#options.place, http)
      await writeFile(path, limited(chunks, this.#limitOf(options), this.#options.onActivity))
      const oids = [...new Set(packFetch.refs.map(({ oid }) => oid))]
      const { present, said } = await this.#inProcess(depth, () =>
        runCloneProcess({ gitDir, oids, answer: { packFetch, path } }, http),
      )
      if (present.length === 0 && said !== '') throw new Error(said)
      return present
    } catch (cause) {
      if (!needsGit(cause)) throw cause
      const use = depth === 'all' ? 'read the whole history' : 'clone it'
      const message = `${cause.message}: install git to ${use}`
      throw new RepositoryError(cause.code, message, { cause })
    } finally {
      rmSync(path, { force: true })
    }
  }
}

/** Returns the prefixes of the refs to list: those of all branches if many are wanted. */
function prefixesOf(branches: readonly string[] | 'all') {
  if (branches === 'all') {
    const prefixes = ['HEAD', 'refs/heads/', 'refs/tags/']
    return { prefixes, isWanted: (ref: string) => prefixes.some((start) => ref.startsWith(start)) }
  }
  const names = new Set(['HEAD', ...branches.map((branch) => `refs/heads/${branch}`)])
  const prefixes = names.size > MAX_PREFIXES ? ['HEAD', 'refs/heads/'] : [...names]
  return { prefixes, isWanted: (ref: string) => names.has(ref) }
}

/** Throws `error` after more than `maxBytes`. */
async function* limited(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, error }: { readonly maxBytes: number; readonly error: RepositoryError },
  onActivity: EngineOptions['onActivity'],
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw error
    onActivity(describeBytes(bytes))
    yield chunk
  }
}
