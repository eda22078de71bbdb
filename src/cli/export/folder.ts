import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, reasonOf } from '../../errors.ts'
import { statsOf, writeOver } from '../write-file.ts'

/** A folder that a site is written to. */
export interface SiteFolder {
  /** Writes a file, unless it is there with this content. */
  write(file: string, body: Buffer): void
  /** Removes what former exports wrote and this one did not; how many files are new or changed, and how many are gone. */
  finish(): { readonly written: number; readonly removed: number; readonly unchanged: number }
}

/** Says which files are ours, so that an export removes only those. */
const LIST = '.gitglot-export'

/**
 * Opens the folder of a site, which is empty or has one. What a link in it leads to is neither written nor removed: the
 * folder may be part of a checkout that somebody else filled. Throws ConfigError.
 */
export function openSiteFolder(folder: string): SiteFolder {
  const former = formerFiles(folder)
  const files = new Set<string>()
  let written = 0
  function write(file: string, body: Buffer): void {
    files.add(file)
    const path = join(folder, file)
    makeFolder(dirname(path))
    if (statsOf(path)?.isFile() && readFileSync(path).equals(body)) return
    writeOver(path, body)
    written += 1
  }
  /** Makes a folder of the site, in the place of links. */
  function makeFolder(path: string): void {
    if (resolve(path) !== resolve(folder)) makeFolder(dirname(path))
    const there = statsOf(path)
    if (there?.isDirectory()) return
    try {
      if (there?.isSymbolicLink()) rmSync(path)
      mkdirSync(path, { recursive: true })
    } catch (cause) {
      throw new ConfigError(`${path}: cannot be written: ${reasonOf(cause)}`, { cause })
    }
  }
  return {
    write,
    finish() {
      const gone = former.filter((file) => !files.has(file))
      for (const file of gone)
        if (isReached(folder, file)) rmSync(join(folder, file), { force: true })
      const result = { written, removed: gone.length, unchanged: files.size - written }
      write(LIST, Buffer.from(`${[...files].sort().join('\n')}\n`))
      return result
    },
  }
}

/** Whether no folder on the way to a file is a link. */
function isReached(folder: string, file: string): boolean {
  const parent = dirname(file)
  if (parent === '.') return true
  return isReached(folder, parent) && statsOf(join(folder, parent))?.isDirectory() === true
}

function formerFiles(folder: string): string[] {
  const there = statsOf(resolve(folder))
  if (there === undefined) return []
  if (there.isSymbolicLink()) {
    throw new ConfigError(`${folder}: is a link; name the folder that it leads to`)
  }
  const list = join(folder, LIST)
  if (statsOf(list)?.isFile()) {
    return readFileSync(list, 'utf8').split('\n').filter(isOfSite)
  }
  // Git's own files may be there: an export into a branch.
  if (readdirSync(folder).every((name) => name === '.git')) return []
  throw new ConfigError(`${folder}: expected an empty folder, or one that gitglot export wrote`)
}

/** Whether a site may have this file: no export writes above its folder, nor where Git keeps its own. */
function isOfSite(file: string): boolean {
  const segments = file.split(/[/\\]/)
  return file !== '' && segments.every((name) => !['', '..', '.git'].includes(name.toLowerCase()))
}
