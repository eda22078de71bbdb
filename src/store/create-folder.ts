import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../errors.ts'

/**
 * Creates a folder and its parents with these permissions. Throws the system's error, unlike `mkdirSync` with
 * `recursive`, which in Node 20 reports a missing folder on a read-only disk.
 */
export function createFolder(path: string, mode: number): void {
  if (hasParent(path, mode)) return
  createFolder(dirname(path), mode)
  hasParent(path, mode)
}

/** Creates a folder; returns false if its parent is missing. */
function hasParent(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (hasCode(error, 'ENOENT') && dirname(path) !== path) return false
    const isThere =
      hasCode(error, 'EEXIST') && statSync(path, { throwIfNoEntry: false })?.isDirectory()
    if (!isThere) throw error
  }
  return true
}
