import { resolve } from 'node:path'
import { type Address, parseAddress } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { FetchQueue } from './fetch-queue.ts'
import { missingBranch } from './missing-branch.ts'
import { openRepository } from './open.ts'
import { checkBranchName } from './refs.ts'
import { CloneFetcher } from './remote/clone-fetcher.ts'
import type { Repository } from './repository.ts'
import type { Fetcher, Served, Source, SourceOptions } from './source.ts'
import { findWorkTree, openWorkTree, WORK_TREE_OID } from './work-tree.ts'

/**
 * Returns a source for a path or an address (https, http, ssh, file). Touches neither disk nor network before
 * `open`.
 */
export function createSource(options: SourceOptions): Source {
  const served: Served = {
    repository: undefined,
    heads: new Map(),
    branchErrors: new Map(),
    fetchedAt: undefined,
    isRepaired: false,
    offered: undefined,
  }
  const fetcher = createFetcher(options, served)
  const queue = new FetchQueue(options.url)
  return {
    isLocal: fetcher.isLocal,
    get error() {
      return queue.error
    },
    errorOf(branch) {
      // A missing branch must not fail the others.
      const { error } = queue
      return error === undefined || error.code === 'no-branch'
        ? served.branchErrors.get(branch)
        : error
    },
    get failures() {
      return queue.failures
    },
    get repository() {
      return served.repository
    },
    get fetchedAt() {
      return served.fetchedAt
    },
    get isRepaired() {
      return served.isRepaired
    },
    get offered() {
      return served.offered
    },
    confirm(time) {
      served.fetchedAt = Math.max(time, served.fetchedAt ?? 0)
    },
    suspect(code) {
      if (code === 'damaged' || code === 'disk') fetcher.suspect?.()
    },
    open: () => queue.run(() => fetcher.open()),
    refresh: () => queue.runShared(() => fetcher.fetch()),
    deepen: async () =>
      fetcher.deepen !== undefined && queue.run(async () => fetcher.deepen?.(), 'history'),
    maintain: async () => {
      if (fetcher.maintain !== undefined) await queue.runQuietly(async () => fetcher.maintain?.())
    },
    head: (branch) => served.heads.get(branch),
    close: () =>
      queue.close(async () => {
        await fetcher.close?.()
        served.repository?.close()
      }),
  }
}

function createFetcher(options: SourceOptions, served: Served): Fetcher {
  try {
    const address = parseAddress(options.url)
    for (const branch of options.branches) checkBranchName(branch)
    return address.transport === 'local'
      ? createLocalFetcher(address, options, served)
      : new CloneFetcher(address, options, served)
  } catch (cause) {
    // A malformed address or branch name fails only this source; the other repositories are still served.
    const fail = async (): Promise<never> => {
      throw cause
    }
    return { isLocal: false, open: fail, fetch: fail }
  }
}

/** Reads a local bare repository or work tree in place, without writing to it or running git. */
function createLocalFetcher(
  { url: path }: Address,
  options: SourceOptions,
  served: Served,
): Fetcher {
  const { maxObjectBytes, environment, fromWorkTree = false } = options

  async function fetch(): Promise<boolean> {
    if (fromWorkTree && findWorkTree(path) === resolve(path)) return readWorkTree()
    served.repository ??= openRepository({ path, maxObjectBytes })
    const { repository, heads } = served
    const newHeads = new Map<string, string>()
    const errors = new Map<string, RepositoryError>()
    for (const branch of options.branches) {
      const oid = find(repository, branch)
      if (oid instanceof RepositoryError) errors.set(branch, oid)
      const head = oid instanceof RepositoryError ? heads.get(branch) : oid
      if (head !== undefined) newHeads.set(branch, head)
    }
    const hasChanged = [...newHeads].some(([branch, oid]) => heads.get(branch) !== oid)
    served.heads = newHeads
    served.branchErrors = errors
    served.fetchedAt = Date.now()
    return hasChanged
  }

  /** Returns the commit of a branch, or the error that says why there is none. */
  function find(repository: Repository, branch: string): string | RepositoryError {
    try {
      const name = branch || repository.defaultBranch()
      const oid = repository.resolve(name === undefined ? 'HEAD' : `refs/heads/${name}`)
      return oid ?? missingBranch(path, branch, repository)
    } catch (error) {
      if (error instanceof RepositoryError) return error
      throw error
    }
  }

  function readWorkTree(): boolean {
    served.repository ??= openWorkTree({ path, maxObjectBytes, environment })
    served.heads = new Map(options.branches.map((branch) => [branch, WORK_TREE_OID]))
    served.fetchedAt = Date.now()
    return true
  }

  return { isLocal: true, open: fetch, fetch }
}
