import { RepositoryError } from '../errors.ts'
import type { Address } from './address.ts'
import { readCredentials } from './credentials.ts'
import type { Remote } from './remote.ts'
import { createSystemGit, findGit } from './system-git.ts'

/** The way to talk to a remote: throws RepositoryError when there is none on this machine. */
export function createRemote(options: {
  address: Address
  environment: Readonly<Record<string, string | undefined>>
}): Remote {
  const { address, environment } = options
  const program = findGit(environment)
  if (program === undefined) {
    throw new RepositoryError(
      `${address.url}: git is needed for ssh and file:// addresses; not found on PATH`,
    )
  }
  return createSystemGit({
    program,
    address,
    environment,
    readCredentials: () => readCredentials(address, environment),
  })
}
