import type { FindComponents } from '../catalog/updates/find-components.ts'
import type { ComponentConfig, DiscoverConfig, ProjectConfig } from '../config/config.ts'
import { discoveredComponent } from '../config/discover.ts'
import { type Engine, runsHere } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'
import { openRepository } from '../git/open.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { digestOf } from '../model/digest.ts'
import type { Store } from '../store/store.ts'
import type { DiscoverOptions, Discovery } from './discover.ts'
import type { Name } from './names.ts'
import { discoverTree, type TreeOptions } from './repository.ts'

interface FinderOptions {
  readonly store: Store
  readonly engine: Engine
}

/** Time limit of a search. */
const MAX_MS = 10 * 60_000

interface DiscoverArgs extends Omit<TreeOptions, 'repository' | 'isOnDisk' | 'kept'> {
  readonly gitDir: string
}

/** Finds the components in a tree. Throws RepositoryError if the repository cannot be read. */
export const discoverWork: Work<DiscoverArgs, Discovery> = {
  name: 'discover',
  run({ gitDir, ...work }) {
    const repository = openRepository({ path: gitDir })
    try {
      return discoverTree({ ...work, repository, isOnDisk: false })
    } finally {
      repository.close()
    }
  },
}

/**
 * Returns the function that discovers the components of projects without `components`. A filemask keeps its earlier
 * name.
 */
export function createComponentFinder({ store, engine }: FinderOptions): FindComponents {
  const bucket = store.bucket<Discovery>({ name: 'found-components' })
  const names = store.bucket<Readonly<Record<string, Name>>>({ name: 'found-names' })
  return async (project, { repository, commit }, signal) => {
    const { discover } = project
    if (discover === undefined) return { components: [], notes: [] }
    const place = digestOf([project.slug, discover.repo])
    const earlierNames = names.get(place) ?? {}
    const work = { tree: commit.tree, names: earlierNames, ...wantedBy(discover) }
    const isOnDisk = commit.oid === WORK_TREE_OID
    const keyWith = (names: object) => digestOf({ ...work, names })
    const discovery =
      (isOnDisk ? undefined : bucket.get(keyWith(earlierNames))) ??
      (runsHere(engine, [commit.oid])
        ? discoverTree({ ...work, repository, isOnDisk })
        : await engine.ask(
            discoverWork,
            { ...work, gitDir: repository.gitDir },
            { signal, maxMs: MAX_MS, background: true },
          ))
    const newNames = discovery.components.map(({ filemask, slug, name }) => [
      filemask,
      { slug, name },
    ])
    const named = { ...earlierNames, ...Object.fromEntries(newNames) }
    if (newNames.length > 0) names.set(place, named)
    if (!isOnDisk) bucket.set(keyWith(named), discovery)
    return { components: discoveredComponents(project, discovery), notes: notesOn(discovery) }
  }
}

/** Returns a project's settings for discovery. */
export function wantedBy({
  take,
  leave,
  pattern,
  fields,
}: DiscoverConfig): Pick<DiscoverOptions, 'only' | 'sourceLanguage'> {
  const { sourceLanguage } = fields
  return { only: { take, leave, pattern, fields }, ...(sourceLanguage && { sourceLanguage }) }
}

/** Returns the configurations of a project's discovered components. */
export function discoveredComponents(
  project: ProjectConfig,
  { components }: Discovery,
): ComponentConfig[] {
  return components.map(({ languages: _languages, explanation: _explanation, ...fields }) =>
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
