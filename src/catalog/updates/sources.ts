import { parseAddress } from '../../address.ts'
import type { ComponentConfig, Config } from '../../config/config.ts'
import { createSource } from '../../git/create-source.ts'
import type { RemoteLimits } from '../../git/remote/limits.ts'
import { RemoteQueue } from '../../git/remote/remote-queue.ts'
import type { Source } from '../../git/source.ts'
import { pathInProject } from '../../model/paths.ts'
import type { CatalogEvent } from './announce.ts'

/** Locations of repositories and derived data. */
export interface SourcesOptions {
  readonly config: Config
  /** The environment that holds credentials and the path of git. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onEvent?: (event: CatalogEvent) => void
  /** Whether to read the files of local repositories from disk, with uncommitted edits, instead of their branches. */
  readonly fromWorkTree?: boolean
}

/** One source per repository, however many components and branches use it. */
export class Sources {
  /** Sources by configured address; always the same map. */
  readonly sources: Map<string, Source> = new Map()
  readonly #options: SourcesOptions
  readonly #remoteQueue = new RemoteQueue()
  /** Sources read the limits and their branches at each fetch. */
  readonly #limits: RemoteLimits
  #users: ReturnType<typeof repositoriesOf>

  constructor(options: SourcesOptions) {
    this.#options = options
    this.#limits = limitsOf(options.config)
    this.#users = new Map()
    this.configure(options.config)
  }

  /** Keeps the sources of repositories still in use, creates new ones, and returns those that nobody uses. */
  configure(config: Config): readonly Source[] {
    Object.assign(this.#limits, limitsOf(config))
    this.#users = repositoriesOf(config)
    const unused = [...this.sources].filter(([url]) => !this.#users.has(url))
    for (const [url] of unused) this.sources.delete(url)
    for (const [url, { path }] of this.#users) {
      if (!this.sources.has(url)) this.sources.set(url, this.#create(url, path, config))
    }
    return unused.map(([, source]) => source)
  }

  #create(url: string, path: string, config: Config): Source {
    const { environment, onEvent, fromWorkTree = false } = this.#options
    const { dataDir, disk: maxDataBytes, maxObjectBytes } = config
    const branches = () => [...(this.#users.get(url)?.branches ?? [])]
    return createSource({
      ...{ url, dataDir, maxDataBytes, maxObjectBytes, fromWorkTree, environment },
      get branches() {
        return branches()
      },
      limits: this.#limits,
      remoteQueue: this.#remoteQueue,
      onProgress: (message) => onEvent?.({ type: 'progress', component: path, message }),
    })
  }
}

/** Returns whether a repository is cloned rather than read in place. */
export function hasClones(config: Config): boolean {
  return [...repositoriesOf(config).keys()].some((url) => parseAddress(url).transport !== 'local')
}

type User = Pick<ComponentConfig, 'repo' | 'branch' | 'updateInterval'>

/**
 * Returns the repositories of a configuration by configured address: the served branches, the path of the first component,
 * and the seconds between two polls, the shortest interval of its components.
 */
export function repositoriesOf({ projects }: Config) {
  const users = new Map<string, { branches: Set<string>; path: string; seconds: number }>()
  function use({ repo, branch, updateInterval }: User, path: string): void {
    const user = users.get(repo) ?? { branches: new Set(), path, seconds: updateInterval }
    user.branches.add(branch)
    user.seconds = Math.min(user.seconds, updateInterval)
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

/** Returns the limits of a configuration's remotes. */
export function limitsOf(config: Config): RemoteLimits {
  return {
    maxBytes: config.maxRemoteBytes,
    maxMemoryBytes: config.maxGitMemory,
    silenceSeconds: config.remoteTimeout,
    transferSeconds: config.transferTimeout,
    redirectHosts: config.redirectHosts,
  }
}
