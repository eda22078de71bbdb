import PQueue from 'p-queue'
import { type Address, parseAddress, withoutCredentials } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { createLocalOrigin } from './local-origin.ts'
import type { Look, Origin } from './origin.ts'
import { checkBranchName } from './refs.ts'
import { createCloneOrigin } from './remote/clone-origin.ts'
import { explainFailure } from './remote/failure.ts'
import type { Repository } from './repository.ts'

interface SourceOptions {
  /** Address or path; may hold credentials. */
  readonly url: string
  /** Short names; `''`: the remote's default branch. */
  readonly branches: readonly string[]
  /** Owned by this process (see `lockDataDir`), with one source for each address. */
  readonly dataDir: string
  readonly maxObjectBytes: number
  /** Whether of a local repository the files on disk are served (as `WORK_TREE_OID`) instead of its branches; no unless stated. */
  readonly fromWorkTree?: boolean
  /** Where credentials, PATH and proxies are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress?: (message: string) => void
}

/** One repository, read in place or cloned, kept up to date. No method rejects: what fails is found in `error`. */
export interface Source {
  /** undefined until the first success; then always the same one. */
  readonly repository: Repository | undefined
  readonly isLocal: boolean
  /** Why the last look at the remote (or the last deepening) failed; never holds credentials. */
  readonly error: RepositoryError | undefined
  /** When the last look succeeded, in milliseconds since 1970; known after a restart too. */
  readonly fetchedAt: number | undefined
  /** Opens the clone at hand, without the network unless a branch is missing in it; else clones the tips. */
  open(): Promise<void>
  /** Looks at the remote; calls that wait for their turn share one look. Returns whether a head changed. */
  refresh(): Promise<boolean>
  /** Brings the history that the first clone left out. */
  deepen(): Promise<void>
  /** Commit id served for a branch (`''`: the default), as of the last look; undefined when there is none. */
  head(branch: string): string | undefined
  close(): Promise<void>
}

/** A source for a path or an address (https, http, ssh, file). Touches nothing before `open`. */
export function createSource(options: SourceOptions): Source {
  const { origin, isLocal } = createOrigin(options)
  let error: RepositoryError | undefined
  const queue = new PQueue({ concurrency: 1 })
  let waiting: Promise<boolean> | undefined
  let isClosed = false

  function enqueue<T>(task: () => Promise<T>, otherwise: T): Promise<T> {
    return queue.add(async () => {
      if (isClosed) return otherwise
      try {
        return await task()
      } catch (cause) {
        if (!isClosed) error = asRepositoryError(cause, options.url)
        return otherwise
      }
    })
  }

  async function look(task: () => Promise<Look>): Promise<boolean> {
    const found = await task()
    error = found.error
    return found.hasChanged
  }

  return {
    isLocal,
    get repository() {
      return origin.repository
    },
    get error() {
      return error
    },
    get fetchedAt() {
      return origin.fetchedAt
    },
    async open() {
      await enqueue(() => look(origin.open), false)
    },
    refresh() {
      waiting ??= enqueue(async () => {
        // An idle queue starts a task before `waiting` has its promise.
        await Promise.resolve()
        waiting = undefined
        return look(origin.refresh)
      }, false)
      return waiting
    },
    deepen: () => enqueue(origin.deepen, undefined),
    head: (branch) => origin.head(branch),
    async close() {
      isClosed = true
      await origin.close()
      await queue.onIdle()
    },
  }
}

function createOrigin(options: SourceOptions): { origin: Origin; isLocal: boolean } {
  let address: Address
  try {
    address = parseAddress(options.url)
    for (const branch of options.branches) checkBranchName(branch)
  } catch (cause) {
    return { origin: createMistakenOrigin(cause), isLocal: false }
  }
  const isLocal = address.transport === 'local'
  const create = isLocal ? createLocalOrigin : createCloneOrigin
  const { branches, dataDir, maxObjectBytes, environment } = options
  const { fromWorkTree = false, onProgress = () => {} } = options
  const origin = create({
    address,
    branches,
    dataDir,
    maxObjectBytes,
    fromWorkTree,
    environment,
    onProgress,
  })
  return { origin, isLocal }
}

/** Stands for an address that nothing can be read from: it keeps no other repository from being served. */
function createMistakenOrigin(error: unknown): Origin {
  const fail = async (): Promise<never> => {
    throw error
  }
  return {
    repository: undefined,
    fetchedAt: undefined,
    open: fail,
    refresh: fail,
    deepen: fail,
    head: () => undefined,
    async close() {},
  }
}

function asRepositoryError(cause: unknown, url: string): RepositoryError {
  if (cause instanceof RepositoryError) return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  return new RepositoryError(explainFailure({ url: withoutCredentials(url), said }), { cause })
}
