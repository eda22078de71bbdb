import { oncePer } from '../../cache.ts'
import type { ComponentConfig } from '../../config/config.ts'
import type { Commit, LastChange } from '../../git/commit.ts'
import { lastChanges } from '../../git/history/last-change.ts'
import type { Repository } from '../../git/repository.ts'
import { runYielding } from '../../run-yielding.ts'
import { createCommitPeople } from '../history/people/commit-people.ts'
import { type ComponentContent, pathInGit } from '../reading/translation-file.ts'

/** The names of the files of translations; one without a file has none. */
export function filesOf({ translations }: ComponentContent): string[] {
  return translations.flatMap(({ filename }) => (filename === '' ? [] : [filename]))
}

/**
 * By file name: the commit that last changed a translation's files, as far as the known history tells, with its
 * author after `.mailmap`.
 */
export async function findLastChanges({
  repository,
  commit,
  config,
  content,
  signal,
}: {
  repository: Repository
  commit: Commit
  config: ComponentConfig
  content: ComponentContent
  signal?: AbortSignal | undefined
}): Promise<ReadonlyMap<string, LastChange>> {
  const groups = filesOf(content).map((name) => ({
    name,
    paths: [name, config.template, config.intermediate]
      .filter((path) => path !== '')
      .map((path) => pathInGit(path, config)),
  }))
  const found = await runYielding(lastChanges({ repository, tip: commit.oid, groups }), signal)
  const peopleOf = createCommitPeople(repository, commit)
  // Files that changed in the same commit share it.
  const withPeople = oncePer((lastChange: LastChange) => {
    const { author } = peopleOf(lastChange.commit)
    return { ...lastChange, author: { ...lastChange.author, ...author } }
  })
  return new Map([...found].map(([name, lastChange]) => [name, withPeople(lastChange)]))
}
