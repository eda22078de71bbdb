import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns the folder for clones and derived data: `$XDG_CACHE_HOME/gitglot`, by default below `~/.cache`. */
export function cacheFolder(): string {
  const folder = process.env['XDG_CACHE_HOME']
  if (folder) return join(folder, 'gitglot')
  try {
    return join(homedir(), '.cache', 'gitglot')
  } catch {
    // Containers may run as users that have no account.
    return join(tmpdir(), '.cache', 'gitglot')
  }
}

/** Creates the cache folder, readable by this user alone since clones may be of private repositories. */
export function makeCacheFolder(): void {
  try {
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 })
  } catch {
    // If creation fails, the first write reports the error.
  }
}
