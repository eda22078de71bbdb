import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError, hasCode, reasonOf } from '../errors.ts'

/** Writes a file. Throws ConfigError if it exists, unless `force`, or cannot be written. */
export function writeNewFile(path: string, text: string, force: boolean): void {
  if (force) writeOver(path, text)
  else orExplain(path, () => writeFileSync(path, text, { flag: 'wx' }))
}

/**
 * Replaces a file by writing a temporary file beside it and renaming that, so that a link is replaced and its target
 * stays unchanged. Writes directly to pipes and devices. Throws ConfigError if the file cannot be written.
 */
export function writeOver(path: string, content: string | Buffer): void {
  orExplain(path, () => {
    const there = statsOf(path)
    const isStream = there && !there.isFile() && !there.isSymbolicLink() && !there.isDirectory()
    // Links there are the system's: /dev/stdout.
    if (isStream || path.startsWith('/dev/')) return writeFileSync(path, content)
    const beside = `${path}.${randomUUID()}.tmp`
    try {
      writeFileSync(beside, content, { flag: 'wx' })
      renameSync(beside, path)
    } finally {
      rmSync(beside, { force: true })
    }
  })
}

/** Of the path itself, where it is a link; undefined if there is nothing. */
export function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

function orExplain(path: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    const folder = dirname(path)
    const reason = existsSync(folder) ? reasonOf(cause) : `there is no folder ${folder}`
    const isThere = hasCode(cause, 'EEXIST')
    const what = isThere ? 'already exists; --force overwrites it' : `cannot be written: ${reason}`
    throw new ConfigError(`${path}: ${what}`, { cause })
  }
}
