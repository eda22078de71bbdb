import type { Component, View } from '../catalog/model.ts'
import { componentsOf } from '../catalog/view/view.ts'
import type { Push } from './services.ts'

/** What a push is about. */
export interface Match {
  readonly components: readonly Component[]
  /** How many components have its repository, of those its branch, and of those a project that takes hooks. */
  readonly counts: Readonly<
    Record<'repository_matches' | 'branch_matches' | 'enabled_hook_matches', number>
  >
}

/** What stands before a part of a path, or a path after a host. */
const SEPARATORS: ReadonlySet<string> = new Set(['/', ':'])

/**
 * The components that a push is about; linked ones are read with those that they link to. A name that is not signed has to
 * be whole parts of a path: a single letter would name the repositories of everybody.
 */
export function matchPush(
  view: View,
  { repositories, fullName, branch }: Push,
  isSigned: boolean,
): Match {
  const addresses = new Set(repositories.flatMap((one) => [one, `${one}/`]))
  const name = fullName.toLowerCase()
  const ends = name === '' ? [] : [name, `${name}/`, `${name}.git`]
  const hasEnd = (repo: string, end: string) =>
    repo.endsWith(end) && (isSigned || SEPARATORS.has(repo.at(-end.length - 1) ?? '/'))
  const isSame = ({ config: { vcs, repo, linkedComponent } }: Component): boolean => {
    if (vcs === 'local' || linkedComponent !== undefined) return false
    const bare = repo.replace(/^(https?:\/\/)[^/@]*@/, '$1')
    if (addresses.has(repo) || addresses.has(bare)) return true
    return ends.some((end) => hasEnd(repo.toLowerCase(), end))
  }
  const own = componentsOf(view).filter(isSame)
  const onBranch = own.filter((one) => branch === undefined || one.branch === branch)
  const components = onBranch.filter(({ project }) => project.config.enableHooks)
  return {
    components,
    counts: {
      repository_matches: own.length,
      branch_matches: onBranch.length,
      enabled_hook_matches: components.length,
    },
  }
}
