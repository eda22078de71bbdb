import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../errors.ts'

/**
 * Creates a folder and its parents with these permissions. Throws the system's error, unlike `mkdirSync` with
 * `recursive`, which in Node 20 reports a missing folder on a read-only disk.
 */
export function createFolder(path: string, mode: number): void {
  if (isFolder(path)) return
  createFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster, unless this is a file.
    if (!hasCode(error, 'EEXIST') || !isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
