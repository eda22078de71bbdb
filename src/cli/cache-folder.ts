import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folder for clones and derived data: `$XDG_CACHE_HOME/gitglot`, by default below `~/.cache`. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homeFolder(), '.cache'), 'gitglot')
}

function homeFolder(): string {
  try {
    return homedir()
  } catch {
    // Containers run as users that nobody knows.
    return tmpdir()
  }
}
