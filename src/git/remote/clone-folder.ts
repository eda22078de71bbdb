import { hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { RepositoryError, unless } from '../../errors.ts'
import { isFullRefName } from '../refs.ts'
import { listFolder, readTextFile } from '../text-file.ts'

/** Returns the folder that holds the clones. */
export function clonesDir(dataDir: string): string {
  return join(dataDir, 'repositories')
}

/** Returns the folder name of a clone: readable, and unique to the address without its credentials. */
export function cloneName(url: string): string {
  const readable = url
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/\.git\/?$/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(-60)
    .toLowerCase()
  return `${readable || 'repository'}-${hash('sha256', url).slice(0, 12)}`
}

const PARTIAL = '.partial-'

const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = true
[remote "origin"]
\tfetch = +refs/heads/*:refs/remotes/origin/*
`

/** Creates an empty bare repository for an unfinished clone, next to its final location. */
export function createPartialClone(gitDir: string): string {
  const path = `${gitDir}${PARTIAL}${Date.now().toString(36)}`
  rmSync(path, { recursive: true, force: true })
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags']) {
    mkdirSync(join(path, folder), { recursive: true })
  }
  writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(path, 'config'), CONFIG)
  return path
}

/** Moves a finished clone to its final location, replacing an older one. */
export function finishClone(path: string, gitDir: string): void {
  rmSync(gitDir, { recursive: true, force: true })
  renameSync(path, gitDir)
}

/** Removes the unfinished clones of dead processes. Only the owner of the data folder may call this. */
export function removePartialClones(dataDir: string): void {
  const folder = clonesDir(dataDir)
  for (const name of list(folder)) {
    if (name.includes(PARTIAL)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Returns the names in a folder; none if it cannot be listed: a clone is usable without its upkeep. */
function list(path: string, recursive = false): string[] {
  return unless(() => listFolder(path, recursive), RepositoryError) ?? []
}

/** Locks, of which `gc.pid` is that of `git gc`, and temporary files. */
const TEMPORARY = /\.lock$|\.tmp$|^gc\.pid$|^tmp_|^\.tmp-/

/** Removes what an interrupted fetch leaves behind: locks, temporary files, packs without an index. */
export function removeStaleFiles(gitDir: string): void {
  const packDir = join(gitDir, 'objects', 'pack')
  const packs = list(packDir)
  const packNames = new Set(packs)
  for (const name of packs) {
    const isUnindexed = name.endsWith('.pack') && !packNames.has(name.replace(/pack$/, 'idx'))
    if (isUnindexed || TEMPORARY.test(name)) rmSync(join(packDir, name), { force: true })
  }
  for (const folder of ['.', 'objects/info']) {
    for (const name of list(join(gitDir, folder))) {
      if (TEMPORARY.test(name)) rmSync(join(gitDir, folder, name), { force: true })
    }
  }
  for (const name of list(join(gitDir, 'refs'), true)) {
    if (name.endsWith('.lock')) rmSync(join(gitDir, 'refs', name), { force: true })
  }
}

/** Returns the size of a clone's packs in bytes; a clone grows only by new packs. */
export function packBytes(gitDir: string): number {
  const packDir = join(gitDir, 'objects', 'pack')
  const sizes = list(packDir).map(
    (name) => statSync(join(packDir, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const MAX_PACKS = 20

/** Returns whether a clone has many packs or was never optimized. */
export function isMaintenanceDue(gitDir: string): boolean {
  const packs = list(join(gitDir, 'objects', 'pack')).filter((name) => name.endsWith('.pack'))
  const isNew = !list(join(gitDir, 'objects', 'info')).includes('commit-graph')
  return packs.length >= MAX_PACKS || isNew
}

/** The files, besides refs, that gitglot may write. */
const OTHER_FILES =
  /^(?:HEAD|packed-refs|shallow|refused-history|objects\/pack\/pack-[0-9a-f]{40}\.(?:pack|idx))$/

/**
 * Atomically replaces a ref or another file of a clone, so that readers see the old or the new content. Throws
 * RepositoryError for any other name, and for a name that leads out of the clone.
 */
export function writeCloneFile(gitDir: string, name: string, content: string | Uint8Array): void {
  const path = pathInClone(gitDir, name)
  mkdirSync(dirname(path), { recursive: true })
  // Git allows no ref that ends in `.lock`.
  const temporary = `${path}.lock`
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Removes a ref, and folders left empty, whose names other refs may need. Throws as `writeCloneFile`. */
export function removeRef(gitDir: string, name: string): void {
  const path = pathInClone(gitDir, name)
  rmSync(path, { force: true })
  let folder = dirname(name)
  while (folder.split('/').length > 2 && list(join(gitDir, folder)).length === 0) {
    rmSync(join(gitDir, folder), { recursive: true, force: true })
    folder = dirname(folder)
  }
}

function pathInClone(gitDir: string, name: string): string {
  if (!isFullRefName(name) && !OTHER_FILES.test(name)) {
    const message = `${gitDir}: ${JSON.stringify(name)} is not the name of a ref`
    throw new RepositoryError('refused', message)
  }
  const path = join(gitDir, name)
  let folder = dirname(path)
  while (!existsSync(folder)) folder = dirname(folder)
  // A symbolic link may lead out of the clone.
  if (`${realpathSync(folder)}/`.startsWith(`${realpathSync(gitDir)}/`)) return path
  throw new RepositoryError('refused', `${path}: leads out of the clone`)
}

/** Returns the time of the last fetch, in milliseconds since 1970: the modification time of the HEAD file. */
export function readFetchedAt(gitDir: string): number {
  return Math.round(statSync(join(gitDir, 'HEAD')).mtimeMs)
}

/** Records the time of a fetch without using disk space. */
export function markFetched(gitDir: string, milliseconds: number): void {
  const seconds = milliseconds / 1000
  utimesSync(join(gitDir, 'HEAD'), seconds, seconds)
}

/** Time between two fetches of a history that is too large: each transfers as much as the limit allows. */
const RETRY_MS = 3_600_000
const REFUSED = 'refused-history'

/**
 * Returns the error of a clone's history that was refused within the last hour under the same settings. Stored in
 * the clone, so that restarts and other commands do not repeat the transfer either.
 */
export function readRefusal(gitDir: string, settings: string): RepositoryError | undefined {
  const path = join(gitDir, REFUSED)
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  // A file from the future means that the clock was set back. Tolerates a disk whose clock is slightly ahead.
  if (mtimeMs === undefined || Math.abs(Date.now() - mtimeMs) > RETRY_MS) return undefined
  const [settingsText, code, message] = (readTextFile(path) ?? '').split('\n')
  if (settingsText !== settings || !message) return undefined
  return new RepositoryError(code === 'needs-git' ? code : 'too-large', message)
}

/** Stores why a history was refused. */
export function noteRefusal(gitDir: string, settings: string, error: RepositoryError): void {
  writeCloneFile(gitDir, REFUSED, `${settings}\n${error.code}\n${error.message}\n`)
}
