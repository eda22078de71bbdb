import { resolve } from 'node:path'
import { parseAddress } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { missingBranch } from './missing-branch.ts'
import { openRepository } from './open.ts'
import { checkBranchName } from './refs.ts'
import { CloneSource } from './remote/clone-source.ts'
import type { Repository } from './repository.ts'
import { Source, type SourceOptions } from './source.ts'
import { findWorkTree, openWorkTree, WORK_TREE_OID } from './work-tree.ts'

/**
 * Returns a source for a path or an address. Touches neither disk nor network before `open`. Throws RepositoryError for
 * a malformed address or branch name, which no configuration has.
 */
export function createSource(options: SourceOptions): Source {
  const address = parseAddress(options.url)
  for (const branch of options.branches) checkBranchName(branch)
  return address.transport === 'local'
    ? new LocalSource(options)
    : new CloneSource(address, options)
}

/** Reads a local bare repository or work tree in place, without writing to it or running git. */
class LocalSource extends Source {
  override readonly isLocal = true

  protected override async fetchNow(): Promise<boolean> {
    const { url: path, branches, maxObjectBytes, fromWorkTree = false } = this.options
    if (fromWorkTree && findWorkTree(path) === resolve(path)) return this.#readWorkTree()
    this.repository ??= openRepository({ path, maxObjectBytes })
    const heads = new Map<string, string>()
    const errors = new Map<string, RepositoryError>()
    for (const branch of branches) {
      const oid = this.#find(this.repository, branch)
      if (oid instanceof RepositoryError) errors.set(branch, oid)
      const head = oid instanceof RepositoryError ? this.head(branch) : oid
      if (head !== undefined) heads.set(branch, head)
    }
    const hasChanged = [...heads].some(([branch, oid]) => this.head(branch) !== oid)
    this.heads = heads
    this.branchErrors = errors
    this.fetchedAt = Date.now()
    return hasChanged
  }

  /** Returns the commit of a branch, or the error that says why there is none. */
  #find(repository: Repository, branch: string): string | RepositoryError {
    try {
      const name = branch || repository.defaultBranch()
      const oid = repository.resolve(name === undefined ? 'HEAD' : `refs/heads/${name}`)
      return oid ?? missingBranch(this.options.url, branch, repository)
    } catch (error) {
      if (error instanceof RepositoryError) return error
      throw error
    }
  }

  #readWorkTree(): boolean {
    const { url: path, branches, maxObjectBytes, environment } = this.options
    this.repository ??= openWorkTree({ path, maxObjectBytes, environment })
    this.heads = new Map(branches.map((branch) => [branch, WORK_TREE_OID]))
    this.fetchedAt = Date.now()
    return true
  }
}
