import { withoutCredentials } from '../../address.ts'
import type { ComponentConfig } from '../../config/config.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import { missingBranch } from '../../git/missing-branch.ts'
import type { Repository } from '../../git/repository.ts'
import type { Source } from '../../git/source.ts'

/** A branch of a repository. */
export type Branch = Pick<ComponentConfig, 'repo' | 'branch'>

/** What a branch is at. */
export interface Head {
  readonly repository: Repository
  readonly commit: Commit
  /** What is wrong with the remote, though the commit can be served. */
  readonly error?: RepositoryError | undefined
  /** Whether what could not be read may be read now. */
  readonly isRepaired?: boolean
}

/** Which commit each branch is at. */
export interface Heads {
  /** Undefined where that is not known yet; the same commit as before where it did not move. Throws RepositoryError. */
  at(branch: Branch, before?: Commit): Head | undefined
  /** A branch could not be read, with this code: its clone may be damaged. */
  suspect?(branch: Branch, code: RepositoryErrorCode): void
}

/** Nothing has moved. */
export const SAME_HEADS: Heads = { at: () => undefined }

/** The heads that one source serves, and those of others where they are known: what is wrong there is their matter. */
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
  const name = withoutCredentials(repo)
  if (repository === undefined) {
    throw error ?? new RepositoryError(`${name}: expected a repository`, { code: 'not-ready' })
  }
  const oid = source.head(branch)
  if (oid === undefined) throw error ?? missingBranch(name, branch, repository)
  const commit = before?.oid === oid ? before : repository.readCommit(oid)
  return { repository, commit, error, isRepaired }
}
