import type { ComponentConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import { type LastChange, lastChanges } from '../../git/history/last-change.ts'
import type { Commit, Repository } from '../../git/repository.ts'
import { runYielding } from '../../run-yielding.ts'
import { createCommitPeople } from '../history/people/commit-people.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import type { ComponentEntry } from './component-entry.ts'

/**
 * Finds out which commit last changed the files of each translation, as far as the history that is there tells. Returns
 * whether that is news.
 */
export async function findEntryChanges(entry: ComponentEntry): Promise<boolean> {
  const { state, source, config } = entry
  const { commit, content } = state
  const repository = source?.repository
  if (commit === undefined || content === undefined || repository === undefined) return false
  try {
    const lastChanges = await findLastChanges({ repository, commit, config, content })
    if (entry.state.commit !== commit || lastChanges.size === (state.lastChanges?.size ?? 0))
      return false
    entry.state = { ...entry.state, lastChanges }
    entry.published = { ...entry.published, lastChanges }
    return true
  } catch (error) {
    // A damaged object in the history hides who changed what; the served commit is whole.
    if (error instanceof RepositoryError) return false
    throw error
  }
}

/**
 * By file name: the commit that last changed a translation's files, as far as the history that is there tells, with its
 * author after `.mailmap`.
 */
export async function findLastChanges({
  repository,
  commit,
  config,
  content,
}: {
  repository: Repository
  commit: Commit
  config: ComponentConfig
  content: ComponentContent
}): Promise<ReadonlyMap<string, LastChange>> {
  const groups = content.translations
    .filter(({ filename }) => filename !== '')
    .map(({ filename }) => ({
      name: filename,
      paths: [filename, config.template, config.intermediate].filter((path) => path !== ''),
    }))
  const found = await runYielding(lastChanges({ repository, tip: commit.oid, groups }))
  const peopleOf = createCommitPeople(repository, commit)
  return new Map(
    [...found].map(([name, lastChange]) => {
      const { author } = peopleOf(lastChange.commit)
      return [name, { ...lastChange, author: { ...lastChange.author, ...author } }]
    }),
  )
}
