import { type Address, parseAddress } from '../address.ts'
import { createFetchQueue } from './fetch-queue.ts'
import { createLocalSource } from './local-source.ts'
import { checkBranchName } from './refs.ts'
import { createCloneSource } from './remote/clone-source.ts'
import type { Source, SourceOptions } from './source.ts'

/** A source for a path or an address (https, http, ssh, file). Touches nothing before `open`. */
export function createSource(options: SourceOptions): Source {
  let address: Address
  try {
    address = parseAddress(options.url)
    for (const branch of options.branches) checkBranchName(branch)
  } catch (cause) {
    return createMistakenSource(options.url, cause)
  }
  const create = address.transport === 'local' ? createLocalSource : createCloneSource
  return create(address, options)
}

/** Stands for an address that nothing can be read from: it keeps no other repository from being served. */
function createMistakenSource(url: string, cause: unknown): Source {
  const queue = createFetchQueue(url)
  const fail = async (): Promise<never> => {
    throw cause
  }
  return {
    isLocal: false,
    repository: undefined,
    fetchedAt: undefined,
    get error() {
      return queue.error
    },
    open: () => queue.run(fail),
    refresh: () => queue.run(fail),
    deepen: () => queue.run(fail),
    head: () => undefined,
    close: () => queue.close(async () => {}),
  }
}
