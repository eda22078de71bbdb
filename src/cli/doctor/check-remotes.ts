import { type Address, parseAddress, withoutCredentials } from '../../address.ts'
import { limitsOf, repositoriesOf } from '../../catalog/updates/sources.ts'
import type { Config } from '../../config/config.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { createSource } from '../../git/create-source.ts'
import { pickRefs } from '../../git/remote/clone-refs.ts'
import { readCredentials } from '../../git/remote/credentials.ts'
import { Remote } from '../../git/remote/remote.ts'
import { RemoteQueue } from '../../git/remote/remote-queue.ts'
import { type Finding, findingsOf } from './check-settings.ts'

interface RemoteFacts {
  readonly config: Config
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly remoteQueue: RemoteQueue
}

/**
 * Checks whether each repository can be reached with the available credentials and has its branches. Fetches nothing.
 */
export async function checkRemotes(
  config: Config,
  environment: RemoteFacts['environment'],
): Promise<Finding[]> {
  const facts = { config, environment, remoteQueue: new RemoteQueue() }
  const repositories = [...repositoriesOf(config)]
  return Promise.all(
    repositories.map(async ([repo, { branches }]) => {
      const { ok, error } = findingsOf('remote')
      const shown = withoutCredentials(repo)
      try {
        const missing = await missingBranches(repo, [...branches], facts)
        if (missing.length === 0)
          return ok(`${shown} answers, and has all branches that are served`)
        const names = missing.map((branch) => branch || 'the default branch').join(', ')
        return error(`${shown}: has no ${names}; ${adviceFor('no-branch', repo)}`)
      } catch (failure) {
        if (!(failure instanceof RepositoryError)) throw failure
        return error(`${failure.message}; ${adviceFor(failure.code, repo)}`)
      }
    }),
  )
}

async function missingBranches(
  repo: string,
  branches: readonly string[],
  { config, environment, remoteQueue }: RemoteFacts,
): Promise<readonly string[]> {
  const address = parseAddress(repo)
  if (address.transport === 'local') {
    const { dataDir, maxObjectBytes } = config
    const source = createSource({ url: repo, branches, dataDir, maxObjectBytes, environment })
    await source.open()
    const missing = branches.filter((branch) => source.head(branch) === undefined)
    const { error } = source
    await source.close()
    if (error !== undefined) throw error
    return missing
  }
  readCredentials(address, environment)
  const remote = new Remote({ address, environment, limits: limitsOf(config) }, remoteQueue)
  try {
    const named = branches.filter(Boolean)
    return pickRefs(await remote.list(named), branches).missing
  } finally {
    await remote.close()
  }
}

/** Returns advice for a failure. */
function adviceFor(code: RepositoryErrorCode, repo: string): string {
  if (code === 'auth') return adviceOnCredentials(parseAddress(repo))
  return ADVICE[code] ?? 'check repo:, and that this machine reaches the host'
}

const ADVICE: Partial<Readonly<Record<RepositoryErrorCode, string>>> = {
  credentials: 'correct the variable, or let gitglot read the file',
  damaged: 'check it with git fsck',
  disk: 'free disk space there, and let gitglot read and write the folder',
  'no-branch': 'correct branch: or push it',
  'not-found': 'correct repo:, and check that gitglot may read it',
  'not-installed': 'install the missing program',
  refused: 'correct repo:, or allow it',
  'too-large': 'raise the limit, or serve another repository',
}

function adviceOnCredentials({ transport, host }: Address): string {
  if (transport === 'ssh') return 'give the account that runs gitglot a key that the host accepts'
  const name = host.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  return `set GITGLOT_TOKEN_${name}, and check that it may read the repository`
}
