import { resolve } from 'node:path'
import type { Address } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { openRepository } from './open.ts'
import type { Fetcher, FetchResult, Served, SourceOptions } from './source.ts'
import { findWorkTree, openWorkTree, WORK_TREE_OID } from './work-tree.ts'

/** A bare repository or a work tree on this machine, read where it is; nothing is written and no git is run. */
export function createLocalFetcher(
  { url: path }: Address,
  options: SourceOptions,
  served: Served,
): Fetcher {
  const { maxObjectBytes, fromWorkTree = false } = options

  async function fetch(): Promise<FetchResult> {
    if (fromWorkTree && findWorkTree(path) === resolve(path)) return readWorkTree()
    served.repository ??= openRepository({ path, maxObjectBytes })
    const { repository, heads } = served
    const found = new Map<string, string>()
    const missing: string[] = []
    for (const branch of options.branches) {
      const name = branch || repository.defaultBranch()
      const oid = repository.resolve(name === undefined ? 'HEAD' : `refs/heads/${name}`)
      const head = oid ?? heads.get(branch)
      if (head !== undefined) found.set(branch, head)
      if (oid === undefined) missing.push(branch || 'default branch')
    }
    const hasChanged = [...found].some(([branch, oid]) => heads.get(branch) !== oid)
    served.heads = found
    served.fetchedAt = Date.now()
    const message = `${path}: no branch ${missing.join(', ')}`
    return {
      hasChanged,
      error: missing.length > 0 ? new RepositoryError(message, { code: 'no-branch' }) : undefined,
    }
  }

  function readWorkTree(): FetchResult {
    served.repository ??= openWorkTree({ path, maxObjectBytes })
    served.heads = new Map(options.branches.map((branch) => [branch, WORK_TREE_OID]))
    served.fetchedAt = Date.now()
    return { hasChanged: true, error: undefined }
  }

  return { isLocal: true, open: fetch, fetch }
}
