import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../errors.ts'

/**
 * Creates a folder and its parents with these permissions. Throws the system's error, unlike `mkdirSync` with
 * `recursive`, which in Node 20 reports a missing folder on a read-only disk.
 */
export function createFolder(path: string, mode: number): void {
  if (existsSync(path)) return
  createFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if (!hasCode(error, 'EEXIST')) throw error
  }
}
