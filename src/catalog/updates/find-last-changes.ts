import { resolve } from 'node:path'
import type { ComponentConfig } from '../../config/config.ts'
import { type Engine, runsHere } from '../../engine/engine.ts'
import type { RepositoryLocation, Work } from '../../engine/work.ts'
import type { Commit, LastChange } from '../../git/commit.ts'
import { lastChanges } from '../../git/history/last-change.ts'
import type { Repository } from '../../git/repository.ts'
import { groupBy } from '../../group-by.ts'
import { createCommitPeople } from '../../history/people/commit-people.ts'
import { unlessDamaged } from '../../history/unless-damaged.ts'
import { digestOf } from '../../model/digest.ts'
import { type ParsedTranslation, pathInGit } from '../../reading/translation-file.ts'
import type { Store } from '../../store/store.ts'

type Files = { readonly translations: readonly Pick<ParsedTranslation, 'filename'>[] }

/** Returns the names of translations' files, leaving out translations without a file. */
export function filesOf({ translations }: Files): string[] {
  return translations.flatMap(({ filename }) => (filename === '' ? [] : [filename]))
}

/** A component at a commit, and what was read of it. */
export interface ReadFiles {
  readonly repository: Repository
  readonly commit: Commit
  readonly config: ComponentConfig
  readonly content: Files
}

/** Enough for a long history. */
const MAX_MS = 60 * 60_000

/**
 * Returns a function that finds, for each component and file name, the commit that last changed a translation's files,
 * with its author after `.mailmap`, as far as the history is known. It walks each history once for all components at its
 * commit, back to the file unchanged for longest, or to the commit served before (`isServed`), in threads unless files
 * are on disk. It leaves out components with a damaged object.
 */
export function createLastChanges(engine: Engine, store: Store, maxObjectBytes: number) {
  return async <T extends ReadFiles>(
    components: readonly T[],
    { isServed, signal }: { isServed: boolean; signal?: AbortSignal | undefined },
  ): Promise<ReadonlyMap<T, ReadonlyMap<string, LastChange>>> => {
    const changesOf = new Map<T, ReadonlyMap<string, LastChange>>()
    const keyOf = ({ repository, commit }: T) => `${repository.gitDir} ${commit.oid}`
    for (const atCommit of groupBy(components, keyOf).values()) {
      const [{ repository, commit }] = atCommit
      const files = atCommit.map(({ config, content }) => ({ config, names: filesOf(content) }))
      const place = { gitDir: repository.gitDir, maxObjectBytes }
      const args = { commit: commit.oid, components: files, isServed }
      const changes = await unlessDamaged(async () =>
        runsHere(engine, [commit.oid])
          ? findAt(repository, args, store)
          : engine.ask(lastChangesWork, { place, ...args }, { signal, maxMs: MAX_MS }),
      )
      for (const [index, map] of changes?.entries() ?? []) changesOf.set(atCommit[index]!, map)
    }
    return changesOf
  }
}

interface FindArgs {
  readonly commit: string
  readonly components: readonly {
    readonly config: ComponentConfig
    /** Names of the translations' files. */
    readonly names: readonly string[]
  }[]
  readonly isServed: boolean
}

type Found = readonly ReadonlyMap<string, LastChange>[]

/** Returns what last changed the files of each component, in their order. */
export const lastChangesWork: Work<FindArgs & { readonly place: RepositoryLocation }, Found> = {
  name: 'last-changes',
  run: ({ place, ...args }, { store, repositoryAt }) => findAt(repositoryAt(place), args, store),
}

/** What is stored for a component: last changes by file name, with authors as in the commits. */
interface Stored {
  readonly tip: string
  readonly changes: readonly (readonly [name: string, change: LastChange])[]
}

function findAt(
  repository: Repository,
  { commit: tip, components, isServed }: FindArgs,
  store: Store,
): Found {
  const stored = store.bucket<Stored>({ name: 'last-changes' })
  const groups = components.flatMap(({ config, names }, index) =>
    names.map((name) => ({
      name: groupName(index, name),
      paths: [name, ...sharedPaths(config)].map((path) => pathInGit(path, config)),
    })),
  )
  const earlierResults = new Map<string, Map<string, LastChange>>()
  for (const [index, { config }] of components.entries()) {
    const before = stored.get(keyOf(repository, config))
    if (before === undefined) continue
    const atTip = earlierResults.get(before.tip) ?? new Map<string, LastChange>()
    earlierResults.set(before.tip, atTip)
    for (const [name, change] of before.changes) atTip.set(groupName(index, name), change)
  }
  const changeOf = lastChanges({ repository, tip, groups, earlierResults })
  const peopleOf = createCommitPeople(repository, repository.readCommit(tip))
  // Files changed in the same commit share the object.
  const shared = new Map<string, LastChange>()
  const withPeople = (lastChange: LastChange): LastChange => {
    const { commit, timestamp } = lastChange
    const key = `${commit} ${timestamp}`
    let named = shared.get(key)
    if (named === undefined) {
      const [author] = peopleOf(commit)
      named = { ...lastChange, author: { ...lastChange.author, ...author } }
      shared.set(key, named)
    }
    return named
  }
  return components.map(({ config, names }, index) => {
    const changes = [...new Set(names)].flatMap((name) => {
      const change = changeOf.get(groupName(index, name))
      return change === undefined ? [] : [[name, change] as const]
    })
    // A longer known history may have more.
    if (isServed && changes.length === new Set(names).size) {
      stored.set(keyOf(repository, config), { tip, changes })
    }
    return new Map(changes.map(([name, change]) => [name, withPeople(change)]))
  })
}

function groupName(component: number, file: string): string {
  return `${component} ${file}`
}

/** Files whose changes affect all translations. */
function sharedPaths({ template, intermediate }: ComponentConfig): string[] {
  return [template, intermediate].filter((path) => path !== '')
}

/** Returns the key for the last changes of a component on its branch. */
function keyOf({ gitDir }: Repository, config: ComponentConfig): string {
  const { slug, branch, filemask } = config
  const paths = [filemask, ...sharedPaths(config)].map((path) => pathInGit(path, config))
  return digestOf([resolve(gitDir), slug, branch, paths])
}
