import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError, reasonOf } from '../../errors.ts'

/** A folder that a site is written to. */
export interface SiteFolder {
  /** Writes a file, unless it is there with this content. */
  write(file: string, body: Buffer): void
  /** Removes what former exports wrote and this one did not; how many files are new or changed, and how many are gone. */
  finish(): { readonly written: number; readonly removed: number; readonly kept: number }
}

/** Says which files are ours, so that an export removes only those. */
const LIST = '.gitglot-export'

/** Opens the folder of a site, which is empty or has one. Throws ConfigError. */
export function openSiteFolder(folder: string): SiteFolder {
  const former = formerFiles(folder)
  const files = new Set<string>()
  let written = 0
  function write(file: string, body: Buffer): void {
    files.add(file)
    const path = join(folder, file)
    if (existsSync(path) && readFileSync(path).equals(body)) return
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, body)
    } catch (cause) {
      throw new ConfigError(`${path}: cannot be written: ${reasonOf(cause)}`, { cause })
    }
    written += 1
  }
  return {
    write,
    finish() {
      const gone = former.filter((file) => !files.has(file))
      for (const file of gone) rmSync(join(folder, file), { force: true })
      const kept = files.size - written
      const result = { written, removed: gone.length, kept }
      write(LIST, Buffer.from(`${[...files].sort().join('\n')}\n`))
      return result
    },
  }
}

function formerFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const list = join(folder, LIST)
  if (existsSync(list)) {
    const isInside = (file: string) => file !== '' && !file.split('/').includes('..')
    return readFileSync(list, 'utf8').split('\n').filter(isInside)
  }
  // Git's own files may be there: an export into a branch.
  if (readdirSync(folder).every((name) => name === '.git')) return []
  throw new ConfigError(`${folder}: expected an empty folder, or one that gitglot export wrote`)
}
