import { RepositoryError } from '../../errors.ts'
import { readCredentials } from './credentials.ts'
import { createEmbeddedGit } from './embedded-git.ts'
import type { Remote, RemoteOptions } from './remote.ts'
import type { RemoteQueue } from './remote-queue.ts'
import { findGit } from './run-git.ts'
import { createSystemGit } from './system-git.ts'

/**
 * A remote reached through the git on PATH, which is faster and knows proxies, or by the embedded engine over http(s). What
 * it does waits in the queue. Throws RepositoryError for other addresses without git.
 */
export function createRemote(
  options: Omit<RemoteOptions, 'onActivity'>,
  queue: RemoteQueue,
): Remote {
  let onActivity = (): void => {}
  let isClosed = false
  const remote = createEngine({ ...options, onActivity: () => onActivity() })
  const { host, url } = options.address

  function queued<T>(work: () => Promise<T>): Promise<T> {
    return queue.run(host, async (tell) => {
      if (isClosed) throw new RepositoryError(`${url}: closed`, { code: 'stopped' })
      onActivity = tell
      return work()
    })
  }

  return {
    ...remote,
    list: (branches) => queued(() => remote.list(branches)),
    fetch: (wanted) => queued(() => remote.fetch(wanted)),
    fetchAll: (wanted) => queued(() => remote.fetchAll(wanted)),
    close() {
      isClosed = true
      return remote.close()
    },
  }
}

function createEngine(options: RemoteOptions): Remote {
  const { address, environment } = options
  const program = findGit(environment)
  const engine = { ...options, readCredentials: () => readCredentials(address, environment) }
  if (program !== undefined) return createSystemGit({ ...engine, program })
  if (address.transport === 'http') return createEmbeddedGit(engine)
  const why = 'git is needed for ssh and file:// addresses; not found on PATH'
  throw new RepositoryError(`${address.url}: ${why}`, { code: 'not-installed' })
}
