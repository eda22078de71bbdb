import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folder for clones and derived data: `$XDG_CACHE_HOME/gitglot`, by default below `~/.cache`. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homeFolder(), '.cache'), 'gitglot')
}

/** Makes it for this user alone: clones may be of private repositories. */
export function makeCacheFolder(): void {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 })
  } catch {
    // Where it cannot be made, whoever needs it says so.
  }
}

function homeFolder(): string {
  try {
    return homedir()
  } catch {
    // Containers run as users that nobody knows.
    return tmpdir()
  }
}
