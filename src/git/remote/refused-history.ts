import { statSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { readTextFile } from '../text-file.ts'
import { writeCloneFile } from './clone-folder.ts'
import { isTooLarge } from './failure.ts'
import type { RemoteLimits } from './limits.ts'

/** A history that was too large is not asked for again before: each time it is transferred up to the limit. */
const RETRY_MS = 3_600_000
const FILE = 'refused-history'

/** What decides whether a history is too large. */
export interface HistorySettings {
  readonly limits: RemoteLimits
  /** Whether the system's git takes it. */
  readonly hasGit: boolean
}

/**
 * The error with which the history of a clone was refused under the same settings within the last hour. It is in the
 * clone, since restarts and commands should not transfer it again either.
 */
export function readRefusal(
  gitDir: string,
  settings: HistorySettings,
): RepositoryError | undefined {
  const path = join(gitDir, FILE)
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  // A file of the future: the clock was set back since. The clock of a disk may be a little ahead.
  if (mtimeMs === undefined || Math.abs(Date.now() - mtimeMs) > RETRY_MS) return undefined
  const [settingsText, code, message] = (readTextFile(path) ?? '').split('\n')
  if (settingsText !== describe(settings) || !message) return undefined
  return new RepositoryError(message, { code: code === 'needs-git' ? code : 'too-large' })
}

/** Notes an error of fetching the history, which took so many milliseconds, if asking again would end in the same way. */
export function noteRefusal(
  gitDir: string,
  settings: HistorySettings,
  { error, milliseconds }: { readonly error: unknown; readonly milliseconds: number },
): void {
  // A timer may be early.
  const isTooLong = milliseconds > settings.limits.transferSeconds * 990
  if (!(error instanceof RepositoryError) || !(isTooLarge(error) || isTooLong)) return
  writeCloneFile(gitDir, FILE, `${describe(settings)}\n${error.code}\n${error.message}\n`)
}

function describe({ limits, hasGit }: HistorySettings): string {
  const { maxBytes, maxMemoryBytes, transferSeconds } = limits
  return JSON.stringify({ maxBytes, maxMemoryBytes, transferSeconds, hasGit })
}
