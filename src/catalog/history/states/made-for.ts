import type { ComponentConfig } from '../../../config/config.ts'
import { RepositoryError } from '../../../errors.ts'
import type { Repository } from '../../../git/repository.ts'
import { fileTreeOfCommit } from '../../reading/file-tree.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { contextOf, rawTarget, type Units } from '../../unit.ts'

/** The id of the source that a translated document says that it was made for; undefined where it says nothing or the repository lacks it. */
export type MadeFor = (units: Units, row: number) => string | undefined

/** Reads the commit that the front matter of a document names; in other components no unit names one. */
export function createMadeFor(repository: Repository, config: ComponentConfig): MadeFor {
  const { sourceCommitOf, folder } = formatOf(config)
  if (sourceCommitOf === undefined) return () => undefined
  return (units, row) => {
    const named = sourceCommitOf(rawTarget(units, row))
    if (named === undefined) return undefined
    const { template } = config
    const path = folder === undefined ? template : `${template}/${contextOf(units, row)}`
    try {
      const commit = repository.resolve(named)
      if (commit === undefined) return undefined
      const resolved = fileTreeOfCommit(repository, repository.readCommit(commit).tree).resolve(
        path,
      )
      return resolved.kind === 'file' ? resolved.oid : undefined
    } catch (error) {
      // The commit may be one of another repository, or a part of a clone that was left out.
      if (error instanceof RepositoryError) return undefined
      throw error
    }
  }
}
