import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, reasonOf } from '../../errors.ts'
import { createFolder } from '../../store/create-folder.ts'
import { statsOf, writeOver } from '../write-file.ts'

/** Lists the files that exports wrote, so that an export removes no others. */
const LIST = '.gitglot-export'

/**
 * Opens the folder of a site, which must be empty or contain a former export. Never writes or removes through a
 * symbolic link, because the folder may belong to a checkout with content from others. Throws ConfigError.
 */
export function openSiteFolder(folder: string) {
  const former = formerFiles(folder)
  const files = new Set<string>()
  let written = 0
  /** Writes a file unless it already has this content. */
  function write(file: string, body: Buffer): void {
    files.add(file)
    const path = join(folder, file)
    makeFolder(dirname(path))
    if (statsOf(path)?.isFile() && readFileSync(path).equals(body)) return
    writeOver(path, body)
    written += 1
  }
  /** Creates a folder of the site, replacing links on the way. */
  function makeFolder(path: string): void {
    if (resolve(path) !== resolve(folder)) makeFolder(dirname(path))
    const there = statsOf(path)
    if (there?.isDirectory()) return
    try {
      if (there?.isSymbolicLink()) rmSync(path)
      createFolder(path, 0o777)
    } catch (cause) {
      throw new ConfigError(`${path}: cannot be written: ${reasonOf(cause)}`, { cause })
    }
  }
  /** Removes files of former exports that this one did not write. Counts files; new and changed ones are `written`. */
  function finish() {
    const gone = former.filter((file) => !files.has(file))
    for (const file of gone)
      if (isReached(folder, file)) rmSync(join(folder, file), { force: true })
    const result = { written, removed: gone.length, unchanged: files.size - written }
    write(LIST, Buffer.from(`${[...files].sort().join('\n')}\n`))
    return result
  }
  return { write, finish }
}

/** Returns whether no folder on the path to a file is a link. */
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
  // Allows Git's own files, for an export into a branch.
  if (readdirSync(folder).every((name) => name === '.git')) return []
  throw new ConfigError(`${folder}: expected an empty folder, or one that gitglot export wrote`)
}

/** Returns whether a site may contain this file: exports never write outside their folder, nor into Git's. */
function isOfSite(file: string): boolean {
  const segments = file.split(/[/\\]/)
  return file !== '' && segments.every((name) => !['', '..', '.git'].includes(name.toLowerCase()))
}
