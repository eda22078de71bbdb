import { statSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { readTextFile } from '../text-file.ts'
import { writeCloneFile } from './clone-folder.ts'
import type { RemoteLimits } from './limits.ts'

/**
 * How long to wait before fetching a history again that was too large: each attempt transfers as much as the limit
 * allows.
 */
const RETRY_MS = 3_600_000
const FILE = 'refused-history'

/** Returns the settings that decide whether a history is too large; `hasGit`: whether the system's git is used. */
export function historySettings(limits: RemoteLimits, hasGit: boolean): string {
  const { maxBytes, maxMemoryBytes, transferSeconds } = limits
  return JSON.stringify({ maxBytes, maxMemoryBytes, transferSeconds, hasGit })
}

/**
 * Returns the error of a clone's history that was refused within the last hour under the same settings. Stored in
 * the clone, so that restarts and other commands do not repeat the transfer either.
 */
export function readRefusal(gitDir: string, settings: string): RepositoryError | undefined {
  const path = join(gitDir, FILE)
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  // A file from the future means that the clock was set back. Tolerates a disk whose clock is slightly ahead.
  if (mtimeMs === undefined || Math.abs(Date.now() - mtimeMs) > RETRY_MS) return undefined
  const [settingsText, code, message] = (readTextFile(path) ?? '').split('\n')
  if (settingsText !== settings || !message) return undefined
  return new RepositoryError(code === 'needs-git' ? code : 'too-large', message)
}

/** Stores why a history was refused. */
export function noteRefusal(gitDir: string, settings: string, error: RepositoryError): void {
  writeCloneFile(gitDir, FILE, `${settings}\n${error.code}\n${error.message}\n`)
}
