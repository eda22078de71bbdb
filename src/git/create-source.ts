import { parseAddress } from '../address.ts'
import { FetchQueue } from './fetch-queue.ts'
import { createLocalFetcher } from './local-fetcher.ts'
import { checkBranchName } from './refs.ts'
import { CloneFetcher } from './remote/clone-fetcher.ts'
import type { Fetcher, Served, Source, SourceOptions } from './source.ts'

/** A source for a path or an address (https, http, ssh, file). Touches nothing before `open`. */
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
      // That one branch is missing is nothing wrong with another one.
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
    doubt(code) {
      if (code === 'damaged' || code === 'disk') fetcher.doubt?.()
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
    // A wrong address or branch is this source's error: other repositories are served all the same.
    const fail = async (): Promise<never> => {
      throw cause
    }
    return { isLocal: false, open: fail, fetch: fail }
  }
}
