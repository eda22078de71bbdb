import type { Config } from '../../config/config.ts'
import { createSource } from '../../git/create-source.ts'
import type { RemoteLimits } from '../../git/remote/limits.ts'
import { createTurns } from '../../git/remote/turns.ts'
import type { Source } from '../../git/source.ts'
import {
  createRepositoryHistory,
  type RepositoryHistory,
  type RepositoryHistoryOptions,
} from '../history/repository-history.ts'
import { pathInProject } from '../paths.ts'
import type { CatalogEvent } from './component-entry.ts'

/** Where repositories and what is derived from them are found. */
export interface SourcesOptions {
  readonly config: Config
  /** Where credentials and the system's git are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onEvent?: (event: CatalogEvent) => void
  /** Whether of local repositories the files on disk are read, uncommitted edits included, instead of their branches. */
  readonly fromWorkTree?: boolean
}

/** One source for each repository, however many components and branches use it. */
export function createSources({
  config,
  environment,
  onEvent,
  fromWorkTree = false,
}: SourcesOptions): Map<string, Source> {
  const users = new Map<string, { branches: Set<string>; path: string }>()
  function use({ repo, branch }: { repo: string; branch: string }, path: string): void {
    const user = users.get(repo) ?? { branches: new Set<string>(), path }
    user.branches.add(branch)
    users.set(repo, user)
  }
  for (const { slug, components, discover } of config.projects) {
    if (discover !== undefined) use(discover, slug)
    for (const component of components) {
      if (component.vcs !== 'local') use(component, `${slug}/${pathInProject(component)}`)
    }
  }
  const turns = createTurns()
  return new Map(
    [...users].map(([url, { branches, path }]) => [
      url,
      createSource({
        url,
        branches: [...branches],
        dataDir: config.dataDir,
        maxDataBytes: config.disk,
        maxObjectBytes: config.maxObjectBytes,
        limits: limitsOf(config),
        turns,
        fromWorkTree,
        environment,
        onProgress: (message) => onEvent?.({ type: 'progress', component: path, message }),
      }),
    ]),
  )
}

function limitsOf(config: Config): RemoteLimits {
  return {
    maxBytes: config.maxRemoteBytes,
    maxMemoryBytes: config.maxGitMemory,
    silenceSeconds: config.remoteTimeout,
    transferSeconds: config.transferTimeout,
    redirectHosts: config.redirectHosts,
  }
}

/** The history of each source. */
export function createRepositoryHistories(
  sources: ReadonlyMap<string, Source>,
  { maxObjectBytes }: Config,
  shared: Pick<RepositoryHistoryOptions, 'stores' | 'library' | 'derive'>,
): Map<Source, RepositoryHistory> {
  const options = { maxObjectBytes, ...shared }
  return new Map([...sources.values()].map((source) => [source, createRepositoryHistory(options)]))
}
