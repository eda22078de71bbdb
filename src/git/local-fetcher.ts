import { resolve } from 'node:path'
import type { Address } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { missingBranch } from './missing-branch.ts'
import { openRepository } from './open.ts'
import type { Repository } from './repository.ts'
import type { Fetcher, Served, SourceOptions } from './source.ts'
import { findWorkTree, openWorkTree, WORK_TREE_OID } from './work-tree.ts'

/** A bare repository or a work tree on this machine, read where it is; nothing is written and no git is run. */
export function createLocalFetcher(
  { url: path }: Address,
  options: SourceOptions,
  served: Served,
): Fetcher {
  const { maxObjectBytes, environment, fromWorkTree = false } = options

  async function fetch(): Promise<boolean> {
    if (fromWorkTree && findWorkTree(path) === resolve(path)) return readWorkTree()
    served.repository ??= openRepository({ path, maxObjectBytes })
    const { repository, heads } = served
    const found = new Map<string, string>()
    const errors = new Map<string, RepositoryError>()
    for (const branch of options.branches) {
      const oid = find(repository, branch)
      if (oid instanceof RepositoryError) errors.set(branch, oid)
      const head = oid instanceof RepositoryError ? heads.get(branch) : oid
      if (head !== undefined) found.set(branch, head)
    }
    const hasChanged = [...found].some(([branch, oid]) => heads.get(branch) !== oid)
    served.heads = found
    served.branchErrors = errors
    served.fetchedAt = Date.now()
    return hasChanged
  }

  /** The commit of a branch, or why there is none. */
  function find(repository: Repository, branch: string): string | RepositoryError {
    try {
      const name = branch || repository.defaultBranch()
      const oid = repository.resolve(name === undefined ? 'HEAD' : `refs/heads/${name}`)
      return oid ?? missingBranch(path, branch, repository)
    } catch (error) {
      if (error instanceof RepositoryError) return error
      throw error
    }
  }

  function readWorkTree(): boolean {
    served.repository ??= openWorkTree({ path, maxObjectBytes, environment })
    served.heads = new Map(options.branches.map((branch) => [branch, WORK_TREE_OID]))
    served.fetchedAt = Date.now()
    return true
  }

  return { isLocal: true, open: fetch, fetch }
}
