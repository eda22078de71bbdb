import { withoutCredentials } from '../../address.ts'
import type { ComponentConfig } from '../../config/config.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import { missingBranch } from '../../git/missing-branch.ts'
import type { Repository } from '../../git/repository.ts'
import type { Source } from '../../git/source.ts'

/** A branch of a repository. */
export type Branch = Pick<ComponentConfig, 'repo' | 'branch'>

/** The commit that a branch points to. */
export interface Head {
  readonly repository: Repository
  readonly commit: Commit
  /** The problem with the remote; the commit can be served all the same. */
  readonly error?: RepositoryError | undefined
  /** Whether something unreadable may be readable now. */
  readonly isRepaired?: boolean
}

/** Looks up the commit of each branch. */
export interface Heads {
  /** Returns the commit, the same object if the branch did not move; undefined if unknown. Throws RepositoryError. */
  at(branch: Branch, before?: Commit): Head | undefined
  /** Reports that a branch could not be read, with the error's code, since its clone may be damaged. */
  suspect?(branch: Branch, code: RepositoryErrorCode): void
}

/** Nothing has moved. */
export const SAME_HEADS: Heads = { at: () => undefined }

/** Returns the heads that one source serves, and those of others if known: their problems are their own. */
export function headsIn(updated: Source, sources: ReadonlyMap<string, Source>): Heads {
  return {
    at(branch, before) {
      const source = sources.get(branch.repo)
      const isThere = source?.repository !== undefined && source.head(branch.branch) !== undefined
      return source !== undefined && (source === updated || isThere)
        ? headOf(source, branch, before)
        : undefined
    },
    suspect: ({ repo }, code) => sources.get(repo)?.suspect(code),
  }
}

function headOf(source: Source, { repo, branch }: Branch, before?: Commit): Head {
  const { repository, isRepaired } = source
  const error = source.errorOf(branch)
  if (repository === undefined) {
    const message = `${withoutCredentials(repo)}: expected a repository`
    throw error ?? new RepositoryError('not-ready', message)
  }
  const oid = source.head(branch)
  if (oid === undefined) throw error ?? missingBranch(withoutCredentials(repo), branch, repository)
  const commit = before?.oid === oid ? before : repository.readCommit(oid)
  return { repository, commit, error, isRepaired }
}
