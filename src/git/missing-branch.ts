import { RepositoryError } from '../errors.ts'
import type { Repository } from './repository.ts'

const MAX_SHOWN = 5

/** Returns the error about a missing branch (`''`: the default). `name` is the repository's path or address. */
export function missingBranch(
  name: string,
  branch: string,
  repository?: Repository,
): RepositoryError {
  const what = branch === '' ? missingDefault(repository) : `there is no branch ${branch}`
  return new RepositoryError('no-branch', `${name}: ${what}`)
}

/** Lists the existing branches: a mirror's HEAD keeps its target when the default branch is renamed. */
function missingDefault(repository: Repository | undefined): string {
  if (repository === undefined) return 'HEAD points to no branch; name one as branch or ref'
  const names: string[] = []
  for (const { kind, name } of repository.listRefs()) {
    if (kind !== 'branch' || names.length > MAX_SHOWN) break
    names.push(name)
  }
  const gone = repository.defaultBranch()
  if (names.length === 0) return 'it has no commit at HEAD'
  const shown = names.slice(0, MAX_SHOWN).join(', ') + (names.length > MAX_SHOWN ? ', …' : '')
  const what =
    gone === undefined ? 'HEAD points to no branch' : `the default branch ${gone} is gone`
  return `${what}; name another as branch or ref: ${shown}`
}
