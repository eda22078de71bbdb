import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseAddress } from '../address.ts'
import { nearest } from '../config/nearest.ts'
import { ConfigError, RepositoryError } from '../errors.ts'
import { createSource } from '../git/create-source.ts'
import { waitForDataDir } from '../git/data-dir-lock.ts'
import { MAX_OBJECT_BYTES } from '../git/objects/object.ts'
import { fetchCommit } from '../git/partial-clone.ts'
import { cloneName } from '../git/remote/clone-folder.ts'
import { parseRevision } from '../git/revision.ts'
import type { Source } from '../git/source.ts'
import { findWorkTree } from '../git/work-tree.ts'
import { cacheFolder } from './cache-folder.ts'
import { createProgressLine, warn } from './output/progress.ts'

/** A repository on this machine. */
export interface LocalRepository {
  /** Name as shown to users: a path, or an address without credentials. */
  readonly name: string
  /** Path of a work tree's top folder or of a bare repository; for an address, of its clone in the cache. */
  readonly path: string
  /** The folder where the search for a configuration starts; undefined for a bare repository. */
  readonly folder: string | undefined
  /** Fetches the full history of a clone in the cache, which has only the tip. Rejects with RepositoryError. */
  readonly deepen?: () => Promise<void>
}

/**
 * Finds the repository at a path, an address, or OWNER/NAME or github:OWNER/NAME on GitHub. Clones remote ones: the tip
 * of the default branch and of `ref`. Throws RepositoryError if there is none, ConfigError if the operand is neither a
 * path nor an address.
 */
export async function findRepository(operand = '.', ref?: string): Promise<LocalRepository> {
  if (existsSync(operand)) {
    const place = findLocal(operand)
    await fetchCommit(place.path, ref ?? 'HEAD', process.env)
    return place
  }
  const [, prefix, name] = /^(github:)?([\w-][\w.-]*\/[\w-][\w.-]*)$/.exec(operand) ?? []
  if (name !== undefined) {
    if (prefix === undefined) refuseMistypedFolder(name)
    return clone(`https://github.com/${name}.git`, ref)
  }
  if (parseAddress(operand).transport === 'local') {
    const hint = hintAtFolder(operand)
    throw new ConfigError(
      `${operand}: expected a folder, an address or OWNER/NAME; found nothing there${hint}`,
    )
  }
  return clone(operand, ref)
}

/** Throws ConfigError for `a/b` if `a` or a similar folder exists, since it is then more likely a mistyped path. */
function refuseMistypedFolder(name: string): void {
  const hint = hintAtFolder(name)
  if (hint === '' && !existsSync(dirname(name))) return
  throw new ConfigError(
    `${name}: no such folder${hint} (for the repository on GitHub write github:${name})`,
  )
}

function findLocal(operand: string): LocalRepository {
  const path = resolve(operand)
  // Checked first, since a bare repository may lie in a work tree.
  if (isBare(path)) return { name: operand, path, folder: undefined }
  const workTree = findWorkTree(path)
  if (workTree !== undefined) return { name: operand, path: workTree, folder: path }
  throw new RepositoryError(
    'not-found',
    `${operand}: expected a Git repository, found no .git in ${path} or above it`,
  )
}

function isBare(path: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(path, name)))
}

async function clone(url: string, ref: string | undefined): Promise<LocalRepository> {
  const address = parseAddress(url)
  const path = await withClone(url, ref, async (source) => {
    const start = Date.now()
    await source.open()
    const { fetchedAt = 0 } = source
    // Also refreshes if the clock has been set back since.
    if (fetchedAt < start || fetchedAt > Date.now()) await source.refresh()
    const { repository } = source
    const error = source.errorOf(ref === undefined ? '' : startOf(ref))
    if (repository === undefined) {
      throw error ?? new RepositoryError('not-found', `${address.url}: expected a repository`)
    }
    // Commit ids and ancestors are only in the history, not among the branches of the remote.
    if (ref !== undefined && repository.resolve(ref) === undefined) await source.deepen()
    if (ref !== undefined && repository.resolve(startOf(ref) || 'HEAD') === undefined && error)
      throw error
    if (ref === undefined && error) warn(`${error.message}; showing the previous clone`)
    return repository.place.gitDir
  })
  const deepen = () =>
    withClone(url, ref, async (source) => {
      await source.open()
      await source.deepen()
      if (source.error) throw source.error
    })
  return { name: address.url, path, folder: undefined, deepen }
}

/** Returns the branch, tag or commit at the start of a revision: `main` for `main~2`; `''` for the default branch. */
function startOf(revision: string): string {
  const { name } = parseRevision(revision)
  return name === 'HEAD' ? '' : name
}

/** Runs `use` on the cached clone of an address, locked against other processes. */
async function withClone<T>(
  url: string,
  ref: string | undefined,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const dataDir = join(cacheFolder(), cloneName(parseAddress(url).url))
  const branches = ref === undefined ? [''] : ['', startOf(ref)]
  const received = createProgressLine()
  const source = createSource({
    url,
    branches,
    dataDir,
    maxObjectBytes: MAX_OBJECT_BYTES,
    environment: process.env,
    onProgress: warn,
    onReceived: received.show,
  })
  const lock = await waitForDataDir(dataDir, warn)
  try {
    return await work(source)
  } finally {
    received.end()
    await source.close()
    lock.release()
  }
}

/** Names a folder whose path differs either in its last segment or in its parent; `''` if there is none. */
function hintAtFolder(path: string): string {
  const [parent, name] = [dirname(path), basename(path)]
  const isNamed = (sibling: string) => existsSync(join(dirname(parent), sibling, name))
  const meant = existsSync(parent)
    ? [parent, nearest(name, foldersIn(parent))]
    : [dirname(parent), nearest(basename(parent), foldersIn(dirname(parent)).filter(isNamed)), name]
  const segments = meant.filter((segment) => segment !== undefined)
  return segments.length < meant.length ? '' : `; did you mean ${join(...segments)}?`
}

function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.filter((entry) => !entry.isFile()).map(({ name }) => name)
  } catch {
    // An unreadable folder has no suggestions.
    return []
  }
}
