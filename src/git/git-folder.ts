import { join, resolve } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { readTextFile, statPath } from './text-file.ts'

/** Where a repository keeps its files. */
export interface GitFolder {
  /** The folder that holds `HEAD`. */
  readonly gitDir: string
  /** The folder that holds objects and refs; differs from `gitDir` in a linked worktree. */
  readonly commonDir: string
  /** The repository's own object folder first, then its alternates. */
  readonly objectFolders: readonly string[]
}

// Git's own limit.
const MAX_ALTERNATE_DEPTH = 5
const MAX_ALTERNATES = 100

/**
 * Finds the Git folder of a bare repository or a work tree (with a `.git` folder or file). Throws RepositoryError
 * saying what was expected, also for unsupported formats (SHA-256, reftable).
 */
export function findGitFolder(path: string): GitFolder {
  const gitDir = locateGitDir(resolve(path))
  const common = readTextFile(join(gitDir, 'commondir'))?.trim()
  const commonDir = common ? resolve(gitDir, common) : gitDir
  const objects = join(commonDir, 'objects')
  if (!statPath(objects)?.isDirectory() || !statPath(join(commonDir, 'refs'))?.isDirectory()) {
    const what = 'a Git repository with HEAD, objects and refs'
    throw notFound(path, `${what}, found no such files in ${commonDir}`)
  }
  checkExtensions(commonDir)
  return { gitDir, commonDir, objectFolders: listObjectFolders(objects) }
}

function notFound(path: string, expected: string): RepositoryError {
  return new RepositoryError('not-found', `${path}: expected ${expected}`)
}

function locateGitDir(path: string): string {
  const stats = statPath(path)
  if (!stats) throw notFound(path, 'a Git repository, found nothing')
  if (stats.isFile()) return followGitFile(path)
  const inner = join(path, '.git')
  const innerStats = statPath(inner)
  if (innerStats?.isFile()) return followGitFile(inner)
  for (const folder of innerStats ? [inner, path] : [path]) {
    if (statPath(join(folder, 'HEAD'))?.isFile()) return folder
  }
  throw notFound(path, 'a bare repository (with HEAD) or a work tree (with .git), found neither')
}

function followGitFile(path: string): string {
  const target = /^gitdir: ([^\0\r\n]*[^\0\s])\s*$/.exec(readTextFile(path) ?? '')?.[1]
  if (target === undefined) throw notFound(path, 'a line "gitdir: <folder>"')
  const gitDir = resolve(path, '..', target)
  if (statPath(join(gitDir, 'HEAD'))?.isFile()) return gitDir
  throw notFound(path, `a Git folder at ${gitDir}, found no HEAD there`)
}

function checkExtensions(commonDir: string): void {
  const config = readTextFile(join(commonDir, 'config')) ?? ''
  const unknown = /^[ \t]*(?:objectformat\s*=\s*"?sha256|refstorage\s*=\s*"?reftable).*$/im.exec(
    config,
  )
  if (unknown) {
    throw new RepositoryError(
      'unsupported',
      `${commonDir}: expected SHA-1 objects and refs in files, found "${unknown[0].trim()}"`,
    )
  }
}

/** Returns a folder of objects and all folders from which it borrows objects. A borrowed folder may borrow, too. */
function listObjectFolders(objects: string): string[] {
  const folders = new Set([objects])
  const addFolder = (folder: string): boolean => {
    if (folders.has(folder) || folders.size > MAX_ALTERNATES) return false
    if (!statPath(folder)?.isDirectory()) return false
    folders.add(folder)
    return true
  }
  let level = [objects]
  for (let depth = 0; depth < MAX_ALTERNATE_DEPTH && level.length > 0; depth++) {
    level = level.flatMap(alternatesOf).filter(addFolder)
  }
  return [...folders]
}

/** See https://git-scm.com/docs/gitrepository-layout#Documentation/gitrepository-layout.txt-objectsinfoalternates */
function alternatesOf(objects: string): string[] {
  const text = readTextFile(join(objects, 'info', 'alternates')) ?? ''
  const targets = text.split('\n').map((line) => line.trimEnd())
  return targets
    .filter((target) => target !== '' && !target.startsWith('#') && !target.includes('\0'))
    .map((target) => resolve(objects, target))
}
