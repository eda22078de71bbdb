import { statSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { readTextFile } from '../text-file.ts'
import { writeCloneFile } from './clone-folder.ts'
import { isTooLarge } from './failure.ts'
import type { RemoteLimits } from './limits.ts'

/**
 * How long to wait before fetching a history again that was too large: each attempt transfers as much as the limit
 * allows.
 */
const RETRY_MS = 3_600_000
const FILE = 'refused-history'

/** The settings that decide whether a history is too large. */
export interface HistorySettings {
  readonly limits: RemoteLimits
  /** Whether the system's git is used. */
  readonly hasGit: boolean
}

/**
 * Returns the error of a clone's history that was refused within the last hour under the same settings. Stored in
 * the clone, so that restarts and other commands do not repeat the transfer either.
 */
export function readRefusal(
  gitDir: string,
  settings: HistorySettings,
): RepositoryError | undefined {
  const path = join(gitDir, FILE)
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  // A file from the future means that the clock was set back. Tolerates a disk whose clock is slightly ahead.
  if (mtimeMs === undefined || Math.abs(Date.now() - mtimeMs) > RETRY_MS) return undefined
  const [settingsText, code, message] = (readTextFile(path) ?? '').split('\n')
  if (settingsText !== describe(settings) || !message) return undefined
  return new RepositoryError(code === 'needs-git' ? code : 'too-large', message)
}

/** Stores an error of fetching the history, which took `milliseconds`, if a retry would fail in the same way. */
export function noteRefusal(
  gitDir: string,
  settings: HistorySettings,
  { error, milliseconds }: { readonly error: unknown; readonly milliseconds: number },
): void {
  // Timers may fire slightly early.
  const isTooLong = milliseconds > settings.limits.transferSeconds * 990
  if (!(error instanceof RepositoryError) || !(isTooLarge(error) || isTooLong)) return
  writeCloneFile(gitDir, FILE, `${describe(settings)}\n${error.code}\n${error.message}\n`)
}

function describe({ limits, hasGit }: HistorySettings): string {
  const { maxBytes, maxMemoryBytes, transferSeconds } = limits
  return JSON.stringify({ maxBytes, maxMemoryBytes, transferSeconds, hasGit })
}
