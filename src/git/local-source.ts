import { resolve } from 'node:path'
import type { Address } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { createFetchQueue, type FetchResult } from './fetch-queue.ts'
import { openRepository } from './open.ts'
import type { Repository } from './repository.ts'
import type { Source, SourceOptions } from './source.ts'
import { findWorkTree, openWorkTree, WORK_TREE_OID } from './work-tree.ts'

/** A bare repository or a work tree on this machine, read where it is; nothing is written and no git is run. */
export function createLocalSource({ url: path }: Address, options: SourceOptions): Source {
  const { maxObjectBytes, fromWorkTree = false } = options
  const queue = createFetchQueue(path)
  let repository: Repository | undefined
  let heads = new Map<string, string>()
  let fetchedAt: number | undefined

  async function fetch(): Promise<FetchResult> {
    if (fromWorkTree && findWorkTree(path) === resolve(path)) return readWorkTree()
    repository ??= openRepository({ path, maxObjectBytes })
    const found = new Map<string, string>()
    const missing: string[] = []
    for (const branch of options.branches) {
      const name = branch || repository.defaultBranch()
      const oid = repository.resolve(name === undefined ? 'HEAD' : `refs/heads/${name}`)
      const served = oid ?? heads.get(branch)
      if (served !== undefined) found.set(branch, served)
      if (oid === undefined) missing.push(branch || 'default branch')
    }
    const hasChanged = [...found].some(([branch, oid]) => heads.get(branch) !== oid)
    heads = found
    fetchedAt = Date.now()
    const message = `${path}: no branch ${missing.join(', ')}`
    return { hasChanged, error: missing.length > 0 ? new RepositoryError(message) : undefined }
  }

  function readWorkTree(): FetchResult {
    repository ??= openWorkTree({ path, maxObjectBytes })
    heads = new Map(options.branches.map((branch) => [branch, WORK_TREE_OID]))
    fetchedAt = Date.now()
    return { hasChanged: true, error: undefined }
  }

  return {
    isLocal: true,
    get error() {
      return queue.error
    },
    get repository() {
      return repository
    },
    get fetchedAt() {
      return fetchedAt
    },
    open: () => queue.run(fetch),
    refresh: () => queue.runShared(fetch),
    async deepen() {},
    head: (branch) => heads.get(branch),
    close: () => queue.close(async () => repository?.close()),
  }
}
