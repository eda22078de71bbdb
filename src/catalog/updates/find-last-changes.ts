import { oncePer } from '../../cache.ts'
import type { ComponentConfig } from '../../config/config.ts'
import type { Commit, LastChange } from '../../git/commit.ts'
import { lastChanges } from '../../git/history/last-change.ts'
import type { Repository } from '../../git/repository.ts'
import { runYielding } from '../../run-yielding.ts'
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
 * back as the file that was left alone longest; those where an object is damaged are left out.
 */
export async function findLastChanges<T extends ReadFiles>(
  components: readonly T[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<T, ReadonlyMap<string, LastChange>>> {
  const found = new Map<T, ReadonlyMap<string, LastChange>>()
  const left = new Set(components)
  for (const { repository, commit } of left) {
    const own = [...left].filter(
      (one) => one.repository === repository && one.commit.oid === commit.oid,
    )
    for (const one of own) left.delete(one)
    const changes = await unlessDamaged(() => findAt({ repository, commit }, own, signal))
    for (const [index, map] of changes?.entries() ?? []) found.set(own[index]!, map)
  }
  return found
}

/** Of components at one commit, in their order. */
async function findAt(
  { repository, commit }: Pick<ReadFiles, 'repository' | 'commit'>,
  components: readonly ReadFiles[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, LastChange>[]> {
  const groups = components.flatMap(({ config, content }, index) =>
    filesOf(content).map((name) => ({
      name: `${index} ${name}`,
      paths: [name, config.template, config.intermediate]
        .filter((path) => path !== '')
        .map((path) => pathInGit(path, config)),
    })),
  )
  const found = await runYielding(lastChanges({ repository, tip: commit.oid, groups }), signal)
  const peopleOf = createCommitPeople(repository, commit)
  // Files that changed in the same commit share it.
  const withPeople = oncePer((lastChange: LastChange) => {
    const { author } = peopleOf(lastChange.commit)
    return { ...lastChange, author: { ...lastChange.author, ...author } }
  })
  return components.map(({ content }, index) => {
    const own = filesOf(content).flatMap((name) => {
      const lastChange = found.get(`${index} ${name}`)
      return lastChange === undefined ? [] : [[name, withPeople(lastChange)] as const]
    })
    return new Map(own)
  })
}
