import { RepositoryError } from '../../errors.ts'
import type { SourceOptions } from '../source.ts'
import { readCredentials } from './credentials.ts'
import { EmbeddedGit } from './embedded-git.ts'
import { needsGit } from './failure.ts'
import type { RemoteLocation } from './git-http.ts'
import type { Remote, RemoteOptions } from './remote.ts'
import type { RemoteQueue } from './remote-queue.ts'
import { findGit } from './run-git.ts'
import { SystemGit } from './system-git.ts'

/**
 * Returns a remote that uses isomorphic-git, the system's git, or both. Its operations wait in the queue. Throws
 * RepositoryError for addresses other than http(s) if there is no git.
 */
export function createRemote(
  { onReceived, ...options }: Omit<RemoteOptions, 'onActivity'> & Pick<SourceOptions, 'onReceived'>,
  queue: RemoteQueue,
): Remote {
  let onActivity = (): void => {}
  let isClosed = false
  const noteActivity = (received?: string) => {
    onActivity()
    if (received !== undefined) onReceived?.(received)
  }
  const remote = createEngine({ ...options, onActivity: noteActivity }, queue)
  const { host, url } = options.address

  function queued<T>(work: () => Promise<T>): Promise<T> {
    return queue.run(host, async (report) => {
      if (isClosed) throw new RepositoryError('stopped', `${url}: closed`)
      onActivity = report
      return work()
    })
  }

  return {
    list: (branches) => queued(() => remote.list(branches)),
    fetch: (fetchOptions) => queued(() => remote.fetch(fetchOptions)),
    fetchAll: (fetchOptions) => queued(() => remote.fetchAll(fetchOptions)),
    maintain: (gitDir) => remote.maintain(gitDir),
    close() {
      isClosed = true
      return remote.close()
    },
  }
}

function createEngine(options: RemoteOptions, queue: RemoteQueue): Remote {
  const { address, environment } = options
  const program = findGit(environment)
  const url = address.url.replace(/\/$/, '')
  const place: RemoteLocation = { address: url, url }
  const engine = { ...options, place, readCredentials: () => readCredentials(address, environment) }
  const system = program === undefined ? undefined : new SystemGit({ ...engine, program })
  const isEmbedded = address.transport === 'http' && !(system && hasProxy(environment))
  if (isEmbedded) return joinEngines(new EmbeddedGit({ ...engine, queue }), system)
  if (system !== undefined) return system
  const why = 'git is needed for ssh and file:// addresses; not found on PATH'
  throw new RepositoryError('not-installed', `${address.url}: ${why}`)
}

const PROXIES = ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']

/** Only git supports proxies. */
function hasProxy(environment: RemoteOptions['environment']): boolean {
  return PROXIES.some((name) => environment[name])
}

/**
 * Uses isomorphic-git for lists, tips and new commits, and git (if installed) for long transfers and for what
 * isomorphic-git cannot do.
 */
function joinEngines(embedded: Remote, system: Remote | undefined): Remote {
  if (system === undefined) return embedded
  let isReached = false
  /** Whether only git can reach the remote, by the proxy, certificates or credentials of its own configuration. */
  let isLeftToGit = false

  const mayHelp = (error: unknown): boolean => {
    const code = error instanceof RepositoryError ? error.code : undefined
    if (code === 'unreachable' || code === 'timeout') return !isReached
    return code === 'auth' || code === 'needs-git'
  }

  return {
    async list(branches) {
      if (isLeftToGit) return system.list(branches)
      try {
        const heads = await embedded.list(branches)
        isReached = true
        return heads
      } catch (error) {
        if (!mayHelp(error)) throw error
        const heads = await system.list(branches)
        isLeftToGit = true
        return heads
      }
    },
    async fetch(fetchOptions) {
      if (isLeftToGit || fetchOptions.depth === 'all') return system.fetch(fetchOptions)
      try {
        await embedded.fetch(fetchOptions)
      } catch (error) {
        if (!needsGit(error)) throw error
        await system.fetch(fetchOptions)
      }
    },
    fetchAll: (fetchOptions) => system.fetchAll(fetchOptions),
    maintain: (gitDir) => system.maintain(gitDir),
    async close() {
      await Promise.all([embedded.close(), system.close()])
    },
  }
}
