import { parseAddress } from '../../address.ts'
import type { Config } from '../../config/config.ts'
import { createSource } from '../../git/create-source.ts'
import type { RemoteLimits } from '../../git/remote/limits.ts'
import { RemoteQueue } from '../../git/remote/remote-queue.ts'
import type { Source } from '../../git/source.ts'
import { pathInProject } from '../../model/paths.ts'
import type { CatalogEvent } from './announce.ts'

export interface SourcesOptions {
  readonly config: Config
  /** The environment that holds credentials and the path of git. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onEvent?: (event: CatalogEvent) => void
  /** Whether to read the files of local repositories from disk, with uncommitted edits, instead of their branches. */
  readonly fromWorkTree?: boolean
}

/** One source per repository, however many components and branches use it. */
export interface Sources {
  /** Sources by configured address; always the same map. */
  readonly sources: ReadonlyMap<string, Source>
  /** Keeps the sources of repositories still in use, creates new ones, and returns those that nobody uses. */
  configure(config: Config): readonly Source[]
}

export function createSources({
  config: first,
  environment,
  onEvent,
  fromWorkTree = false,
}: SourcesOptions): Sources {
  const remoteQueue = new RemoteQueue()
  const limits = limitsOf(first)
  const sources = new Map<string, Source>()
  const branchesOf = new Map<string, string[]>()

  function create(url: string, branches: string[], path: string, config: Config): Source {
    return createSource({
      url,
      branches,
      dataDir: config.dataDir,
      maxDataBytes: config.disk,
      maxObjectBytes: config.maxObjectBytes,
      limits,
      remoteQueue,
      fromWorkTree,
      environment,
      onProgress: (message) => onEvent?.({ type: 'progress', component: path, message }),
    })
  }

  function configure(config: Config): readonly Source[] {
    // Sources read these at each fetch.
    Object.assign(limits, limitsOf(config))
    const users = repositoriesOf(config)
    const unused = [...sources].filter(([url]) => !users.has(url))
    for (const [url] of unused) sources.delete(url)
    for (const [url, { branches, path }] of users) {
      const served = sources.has(url) ? branchesOf.get(url) : undefined
      // The source reads them at each fetch.
      if (served !== undefined) served.splice(0, served.length, ...branches)
      else {
        const copy = [...branches]
        branchesOf.set(url, copy)
        sources.set(url, create(url, copy, path, config))
      }
    }
    return unused.map(([, source]) => source)
  }

  configure(first)
  return { sources, configure }
}

/** Returns whether a repository is cloned rather than read in place. */
export function hasClones(config: Config): boolean {
  return [...repositoriesOf(config).keys()].some((url) => {
    try {
      return parseAddress(url).transport !== 'local'
    } catch {
      return true // The component reports this error.
    }
  })
}

interface User {
  readonly branches: ReadonlySet<string>
  /** Path of the first component. */
  readonly path: string
}

/** Returns the repositories of a configuration by configured address, with the served branches. */
export function repositoriesOf({ projects }: Config): ReadonlyMap<string, User> {
  const users = new Map<string, { branches: Set<string>; path: string }>()
  function use({ repo, branch }: { repo: string; branch: string }, path: string): void {
    const user = users.get(repo) ?? { branches: new Set<string>(), path }
    user.branches.add(branch)
    users.set(repo, user)
  }
  for (const { slug, components, discover } of projects) {
    if (discover !== undefined) use(discover, slug)
    for (const component of components) {
      if (component.vcs !== 'local') use(component, `${slug}/${pathInProject(component)}`)
    }
  }
  return users
}

export function limitsOf(config: Config): RemoteLimits {
  return {
    maxBytes: config.maxRemoteBytes,
    maxMemoryBytes: config.maxGitMemory,
    silenceSeconds: config.remoteTimeout,
    transferSeconds: config.transferTimeout,
    redirectHosts: config.redirectHosts,
  }
}
