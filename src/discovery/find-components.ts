import type { FindComponents } from '../catalog/updates/read-project.ts'
import type { ComponentConfig, DiscoverConfig, ProjectConfig } from '../config/config.ts'
import { discoveredComponent } from '../config/discover.ts'
import { type Engine, runsHere } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'
import { RepositoryError, unless } from '../errors.ts'
import { type File, listFiles } from '../git/list-files.ts'
import { openRepository } from '../git/open.ts'
import type { Repository, TreeEntry } from '../git/repository.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { digestOf } from '../model/digest.ts'
import type { Bucket, Store } from '../store/store.ts'
import { type DiscoverSettings, type Discovery, discover } from './discover.ts'
import { isIgnoredDirectory } from './ignored-paths.ts'
import type { Name } from './names.ts'

const MAX_MS = 10 * 60_000

/** Finds the components in a tree. Throws RepositoryError if the repository cannot be read. */
export const discoverWork: Work<DiscoverSettings & { gitDir: string; tree: string }, Discovery> = {
  name: 'discover',
  run({ gitDir, tree, ...settings }) {
    const repository = openRepository({ path: gitDir })
    try {
      return discoverTree({ repository, tree, isOnDisk: false }, settings)
    } finally {
      repository.close()
    }
  },
}

/** Returns the function that finds components of projects without `components`. A filemask keeps its name. */
export function createComponentFinder(store: Store, engine: Engine): FindComponents {
  const bucket = store.bucket<Discovery>({ name: 'found-components' })
  const names = store.bucket<Readonly<Record<string, Name>>>({ name: 'found-names' })
  return async (project, { repository, commit }, signal) => {
    const { discover } = project
    if (discover === undefined) return { components: [], notes: [] }
    const namesKey = digestOf([project.slug, discover.repo])
    const earlierNames = names.get(namesKey) ?? {}
    const { tree } = commit
    const settings = { names: earlierNames, ...settingsOf(discover) }
    const isOnDisk = commit.oid === WORK_TREE_OID
    const keyWith = (names: object) => digestOf({ tree, ...settings, names })
    const discovery =
      (isOnDisk ? undefined : bucket.get(keyWith(earlierNames))) ??
      (runsHere(engine, [commit.oid])
        ? discoverTree({ repository, tree, isOnDisk }, settings)
        : await engine.ask(
            discoverWork,
            { ...settings, tree, gitDir: repository.place.gitDir },
            { signal, maxMs: MAX_MS, background: true },
          ))
    const newNames = discovery.components.map(({ filemask, slug, name }) => [
      filemask,
      { slug, name },
    ])
    const named = { ...earlierNames, ...Object.fromEntries(newNames) }
    if (newNames.length > 0) names.set(namesKey, named)
    if (!isOnDisk) bucket.set(keyWith(named), discovery)
    return { components: discoveredComponents(project, discovery), notes: notesOn(discovery) }
  }
}

/** Returns a project's settings for discovery. */
export function settingsOf({ take, leave, pattern, fields }: DiscoverConfig): DiscoverSettings {
  const { sourceLanguage } = fields
  return { only: { take, leave, pattern, fields }, ...(sourceLanguage && { sourceLanguage }) }
}

/** Returns the configurations of a project's discovered components, sorted by slug. */
export function discoveredComponents(
  project: ProjectConfig,
  { components }: Discovery,
): ComponentConfig[] {
  return components
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    .map(({ languages: _languages, explanation: _explanation, ...fields }) =>
      discoveredComponent(project, fields),
    )
}

function notesOn({ components, nearMisses }: Discovery): string[] {
  const noun = components.length === 1 ? 'component' : 'components'
  return [
    `found ${components.length} ${noun}`,
    ...nearMisses.map(({ filemask, explanation }) => `${filemask}: ${explanation}`),
  ]
}

/** A cached discovery, and the files that were read for it, with their blobs. */
export interface CachedDiscovery {
  readonly discovery: Discovery
  readonly read: readonly (readonly [path: string, oid: string])[]
}

/** A tree, by its id. On disk, huge folders such as node_modules are skipped. */
interface TreeLocation {
  readonly repository: Repository
  readonly tree: string
  readonly isOnDisk: boolean
}

/** Finds the components in a tree, unless a cache has them for the same inputs. Throws RepositoryError. */
export function discoverTree(
  location: TreeLocation,
  settings: DiscoverSettings,
  cache?: Bucket<CachedDiscovery>,
): Discovery {
  const entries = readEntries(location)
  const paths = [...entries.keys()]
  const oidOf = (file: string) => entries.get(file)?.oid ?? ''
  const key = digestOf([settings, paths])
  const earlier = cache?.get(key)
  if (earlier?.read.every(([file, oid]) => oidOf(file) === oid)) return earlier.discovery
  const read: [string, string][] = []
  const discovery = discover({
    ...settings,
    paths,
    read(file) {
      read.push([file, oidOf(file)])
      return readFile(location.repository, entries.get(file))
    },
  })
  cache?.set(key, { discovery, read })
  return discovery
}

/** Returns entries by path, without symbolic links and submodules. */
function readEntries({ repository, tree, isOnDisk }: TreeLocation): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  const wantsFolder = ({ entry }: File): boolean => !isOnDisk || !isIgnoredDirectory(entry.name)
  for (const { path, entry } of listFiles(repository, tree, wantsFolder)) {
    // In a work tree, reading `entry` hashes the file, so it happens only on demand.
    if (entry.mode.startsWith('100')) entries.set(path, entry)
  }
  return entries
}

function readFile(repository: Repository, entry: TreeEntry | undefined): Uint8Array | undefined {
  // If the file is too large or damaged, the search continues with the others.
  return entry && unless(() => repository.readBlob(entry.oid), RepositoryError)
}
