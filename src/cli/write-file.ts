import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError, hasCode, reasonOf } from '../errors.ts'

/** Writes a file. Throws ConfigError if it exists, unless `force`, or cannot be written. */
export function writeNewFile(path: string, text: string, force: boolean): void {
  write(path, text, force ? 'w' : 'wx')
}

/** Writes a file over what is there. Throws ConfigError if it cannot be written. */
export function writeOver(path: string, text: string): void {
  write(path, text, 'w')
}

function write(path: string, text: string, flag: 'w' | 'wx'): void {
  try {
    writeFileSync(path, text, { flag })
  } catch (cause) {
    throw new ConfigError(messageOf(path, cause), { cause })
  }
}

function messageOf(path: string, cause: unknown): string {
  if (hasCode(cause, 'EEXIST')) {
    return `${path}: already exists; --force overwrites it`
  }
  const folder = dirname(path)
  if (!existsSync(folder)) return `${path}: cannot be written: there is no folder ${folder}`
  return `${path}: cannot be written: ${reasonOf(cause)}`
}
