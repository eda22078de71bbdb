import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseAddress } from '../address.ts'
import { ConfigError, RepositoryError } from '../errors.ts'
import { waitForDataDir } from '../git/data-dir.ts'
import { cloneName } from '../git/remote/clone-name.ts'
import { createSource, type Source } from '../git/source.ts'
import { findWorkTree } from '../git/work-tree.ts'

/** The variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A repository on this machine. */
export interface Place {
  /** As people know it: a path or an address without credentials. */
  readonly name: string
  /** The top of a work tree, or a bare repository: a clone in the cache for an address. */
  readonly path: string
  /** Where a configuration is looked for first; undefined for a bare repository. */
  readonly folder: string | undefined
  /** Brings the history of a clone in the cache, which has the tip alone. Rejects with RepositoryError. */
  readonly deepen?: () => Promise<void>
}

interface PlaceOptions {
  /** A path, an address or OWNER/NAME on GitHub; undefined: the current folder. */
  readonly operand: string | undefined
  /** Of a clone: what is read; undefined: the default branch. */
  readonly ref: string | undefined
  readonly environment: Environment
  readonly onProgress: (message: string) => void
}

const maxObjectBytes = 64 * 1024 * 1024

/** Folder for clones and what is derived from them: `$XDG_CACHE_HOME/gitglot`, by default below `~/.cache`. */
export function cacheFolder(environment: Environment): string {
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gitglot')
}

/**
 * Finds the repository that a command is about; one that is elsewhere is cloned, its tip alone. Throws RepositoryError
 * where there is none, ConfigError where the operand is neither a path nor an address.
 */
export async function findPlace(options: PlaceOptions): Promise<Place> {
  const { operand = '.' } = options
  if (existsSync(operand)) return findLocal(operand)
  if (/^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(operand)) {
    return clone(`https://github.com/${operand}.git`, options)
  }
  if (parseAddress(operand).transport === 'local') {
    throw new ConfigError(
      `${operand}: expected a folder, an address or OWNER/NAME; found nothing there`,
    )
  }
  return clone(operand, options)
}

function findLocal(operand: string): Place {
  const path = resolve(operand)
  // Before what is above it: a bare repository may lie in a work tree.
  if (isBare(path)) return { name: operand, path, folder: undefined }
  const workTree = findWorkTree(path)
  if (workTree !== undefined) return { name: operand, path: workTree, folder: path }
  throw new RepositoryError(
    `${operand}: expected a Git repository, found no .git in ${path} or above it`,
  )
}

function isBare(path: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(path, name)))
}

async function clone(url: string, options: PlaceOptions): Promise<Place> {
  const { ref, onProgress } = options
  const address = parseAddress(url)
  const path = await withClone(url, options, async (source) => {
    const start = Date.now()
    await source.open()
    if ((source.fetchedAt ?? 0) < start) await source.refresh()
    const { repository, error } = source
    if (repository === undefined) {
      throw error ?? new RepositoryError(`${address.url}: expected a repository`)
    }
    // A commit id is no branch of the remote: it is found once the history is there, and so are parents.
    if (ref !== undefined && repository.resolve(ref) === undefined) await source.deepen()
    if (ref !== undefined && repository.resolve(startOf(ref)) === undefined && error) throw error
    if (ref === undefined && error) onProgress(`${error.message}; showing what was cloned before`)
    return repository.gitDir
  })
  const deepen = () =>
    withClone(url, options, async (source) => {
      await source.open()
      await source.deepen()
      if (source.error) throw source.error
    })
  return { name: address.url, path, folder: undefined, deepen }
}

/** A revision without the parents that are asked for: `main` of `main~2`. */
function startOf(revision: string): string {
  return revision.replace(/[~^].*/s, '')
}

/** Does something with the clone of an address in the cache, which no other process touches meanwhile. */
async function withClone<T>(
  url: string,
  { ref, environment, onProgress }: PlaceOptions,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const dataDir = join(cacheFolder(environment), cloneName(parseAddress(url).url))
  const lock = await waitForDataDir(dataDir, onProgress)
  const branches = ref === undefined ? [''] : ['', startOf(ref)]
  const source = createSource({ url, branches, dataDir, maxObjectBytes, environment, onProgress })
  try {
    return await work(source)
  } finally {
    await source.close()
    lock.release()
  }
}
