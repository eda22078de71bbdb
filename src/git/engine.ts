import { RepositoryError } from '../errors.ts'
import type { Address } from './address.ts'
import { readCredentials } from './credentials.ts'
import { createEmbeddedGit, PackTooLargeError } from './embedded-git.ts'
import type { Remote } from './remote.ts'
import { createSystemGit, findGit } from './system-git.ts'

/** A pack that the embedded engine takes when git could do it instead, and when it is all there is. */
const maxPackBytes = { withGit: 32 * 1024 * 1024, alone: 1024 * 1024 * 1024 }

export interface RemoteOptions {
  readonly address: Address
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * The way to talk to a remote: isomorphic-git over http(s) for tips, the system's git for all else. Without a git,
 * isomorphic-git does everything over http(s), and other addresses throw RepositoryError.
 */
export function createRemote({ address, environment }: RemoteOptions): Remote {
  const program = findGit(environment)
  const credentials = () => readCredentials(address, environment)
  const system =
    program === undefined
      ? undefined
      : createSystemGit({ program, address, environment, readCredentials: credentials })
  if (address.transport !== 'http') {
    if (system !== undefined) return system
    const why = 'git is needed for ssh and file:// addresses; not found on PATH'
    throw new RepositoryError(`${address.url}: ${why}`)
  }
  // Only git knows how to go through a proxy.
  if (system !== undefined && hasProxy(environment)) return system
  const embedded = createEmbeddedGit({
    address,
    readCredentials: credentials,
    maxPackBytes: system === undefined ? maxPackBytes.alone : maxPackBytes.withGit,
  })
  return system === undefined ? refuseTooLarge(embedded, address) : combine(embedded, system)
}

function combine(embedded: Remote, system: Remote): Remote {
  return {
    list: (branches) => system.list(branches),
    async fetch(options) {
      if (options.depth !== 'tip') return system.fetch(options)
      try {
        return await embedded.fetch(options)
      } catch (error) {
        if (!(error instanceof PackTooLargeError)) throw error
        return system.fetch(options)
      }
    },
    async close() {
      await Promise.all([embedded.close(), system.close()])
    },
  }
}

function refuseTooLarge(embedded: Remote, address: Address): Remote {
  return {
    ...embedded,
    async fetch(options) {
      try {
        await embedded.fetch(options)
      } catch (cause) {
        if (!(cause instanceof PackTooLargeError)) throw cause
        const why = 'too large to be fetched without git; not found on PATH'
        throw new RepositoryError(`${address.url}: ${why}`, { cause })
      }
    },
  }
}

function hasProxy(environment: RemoteOptions['environment']): boolean {
  const names = ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
  return names.some((name) => environment[name])
}
