import { resolve } from 'node:path'
import { oncePer } from '../../cache.ts'
import type { ComponentConfig } from '../../config/config.ts'
import type { Commit, LastChange } from '../../git/commit.ts'
import { lastChangeOf, lastChanges } from '../../git/history/last-change.ts'
import type { Repository } from '../../git/repository.ts'
import { giveTurn, runYielding } from '../../run-yielding.ts'
import type { Store } from '../../storage/store.ts'
import { digestOf } from '../digest.ts'
import { createCommitPeople } from '../history/people/commit-people.ts'
import { type ParsedTranslation, pathInGit } from '../reading/translation-file.ts'
import { unlessDamaged } from './unless-damaged.ts'

type Files = { readonly translations: readonly Pick<ParsedTranslation, 'filename'>[] }

/** The names of the files of translations; one without a file has none. */
export function filesOf({ translations }: Files): string[] {
  return translations.flatMap(({ filename }) => (filename === '' ? [] : [filename]))
}

/** A component at a commit, and what was read of it there. */
export interface ReadFiles {
  readonly repository: Repository
  readonly commit: Commit
  readonly config: ComponentConfig
  readonly content: Files
}

/**
 * For each of some components, by file name: the commit that last changed a translation's files, as far as the known
 * history tells, with its author after `.mailmap`. Each history is walked once for all components at its commit, as far
 * back as the file that was left alone longest, or the commit that was served before; those where an object is damaged
 * are left out.
 */
export type FindLastChanges = <T extends ReadFiles>(
  components: readonly T[],
  options: {
    /** Whether they are at served commits, from which the next walks need not go on. */
    readonly isServed: boolean
    readonly signal?: AbortSignal | undefined
  },
) => Promise<ReadonlyMap<T, ReadonlyMap<string, LastChange>>>

/** What was found for a component: ids of commits by file name. */
interface Found {
  readonly tip: string
  readonly commits: Readonly<Record<string, string>>
}

/** Keeps what was found for all files of a component in the store. It is long because its functions share that. */
export function createLastChanges(store: Store): FindLastChanges {
  const stored = store.bucket<Found>({ name: 'last-changes' })

  /** By the ids of commits, then by the names of groups. */
  async function knownFor(
    components: readonly ReadFiles[],
  ): Promise<Map<string, Map<string, LastChange>>> {
    const known = new Map<string, Map<string, LastChange>>()
    for (const [index, one] of components.entries()) {
      await giveTurn()
      const found = stored.get(keyOf(one))
      if (found === undefined) continue
      const atTip = known.get(found.tip) ?? new Map<string, LastChange>()
      known.set(found.tip, atTip)
      for (const [name, oid] of Object.entries(found.commits)) {
        atTip.set(groupName(index, name), lastChangeIn(one.repository, oid))
      }
    }
    return known
  }

  function keep(component: ReadFiles, changes: ReadonlyMap<string, LastChange>): void {
    // More may be found where more of the history is known.
    if (changes.size < new Set(filesOf(component.content)).size) return
    const commits = Object.fromEntries([...changes].map(([name, { commit }]) => [name, commit]))
    stored.set(keyOf(component), { tip: component.commit.oid, commits })
  }

  /** Of components at one commit, in their order. */
  async function findAt(
    { repository, commit }: Pick<ReadFiles, 'repository' | 'commit'>,
    components: readonly ReadFiles[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, LastChange>[]> {
    const groups = components.flatMap(({ config, content }, index) =>
      filesOf(content).map((name) => ({
        name: groupName(index, name),
        paths: [name, ...sharedPaths(config)].map((path) => pathInGit(path, config)),
      })),
    )
    const known = await unlessDamaged(() => knownFor(components))
    const options = { repository, tip: commit.oid, groups, known }
    const found = await runYielding(lastChanges(options), signal)
    const peopleOf = createCommitPeople(repository, commit)
    // Files that changed in the same commit share it.
    const withPeople = oncePer((lastChange: LastChange) => {
      const { author } = peopleOf(lastChange.commit)
      return { ...lastChange, author: { ...lastChange.author, ...author } }
    })
    return components.map(({ content }, index) => {
      const own = filesOf(content).flatMap((name) => {
        const lastChange = found.get(groupName(index, name))
        return lastChange === undefined ? [] : [[name, withPeople(lastChange)] as const]
      })
      return new Map(own)
    })
  }

  return async <T extends ReadFiles>(
    components: readonly T[],
    { isServed, signal }: Parameters<FindLastChanges>[1],
  ) => {
    const found = new Map<T, ReadonlyMap<string, LastChange>>()
    const left = new Set(components)
    for (const { repository, commit } of left) {
      const own = [...left].filter(
        (one) => one.repository === repository && one.commit.oid === commit.oid,
      )
      for (const one of own) left.delete(one)
      const changes = await unlessDamaged(() => findAt({ repository, commit }, own, signal))
      for (const [index, map] of changes?.entries() ?? []) {
        found.set(own[index]!, map)
        if (isServed) keep(own[index]!, map)
      }
    }
    return found
  }
}

function groupName(component: number, file: string): string {
  return `${component} ${file}`
}

/** Files whose changes change all translations. */
function sharedPaths({ template, intermediate }: ComponentConfig): string[] {
  return [template, intermediate].filter((path) => path !== '')
}

/** The same for each commit: what was found from the last served one takes the place of what was found before. */
function keyOf({ repository, config }: ReadFiles): string {
  const { slug, branch, filemask } = config
  const paths = [filemask, ...sharedPaths(config)].map((path) => pathInGit(path, config))
  return digestOf([resolve(repository.gitDir), slug, branch, paths])
}

const changesOf = oncePer((_: Repository) => new Map<string, LastChange>())

/** The same object for the same commit. */
function lastChangeIn(repository: Repository, oid: string): LastChange {
  const known = changesOf(repository)
  let found = known.get(oid)
  if (found === undefined) {
    found = lastChangeOf(repository.readCommit(oid))
    known.set(oid, found)
  }
  return found
}
