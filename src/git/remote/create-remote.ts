import type { Address } from '../../address.ts'
import { RepositoryError } from '../../errors.ts'
import { readCredentials } from './credentials.ts'
import { createEmbeddedGit } from './embedded-git.ts'
import type { Remote } from './remote.ts'
import { createSystemGit, findGit } from './system-git.ts'

interface RemoteOptions {
  readonly address: Address
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * A remote reached through the git on PATH, which is faster and knows proxies; without git, through isomorphic-git over
 * http(s). Throws RepositoryError for other addresses without git.
 */
export function createRemote({ address, environment }: RemoteOptions): Remote {
  const program = findGit(environment)
  const options = { address, readCredentials: () => readCredentials(address, environment) }
  if (program !== undefined) return createSystemGit({ ...options, program, environment })
  if (address.transport === 'http') return createEmbeddedGit(options)
  const why = 'git is needed for ssh and file:// addresses; not found on PATH'
  throw new RepositoryError(`${address.url}: ${why}`)
}
