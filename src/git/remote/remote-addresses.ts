import { readOwnSettings } from '../git-config.ts'
import { findGitFolder } from '../git-folder.ts'

/** Returns the addresses of a local repository's remotes from its configuration file; they may hold credentials. */
export function remoteAddresses(path: string): string[] {
  return readOwnSettings(findGitFolder(path).commonDir).flatMap(([name, value]) =>
    /^remote\..*\.url$/s.test(name) && value !== '' ? [value] : [],
  )
}

/**
 * Reduces an address to host and path, without scheme, user, port and `.git`, so that different spellings are
 * equal; undefined for a path. Links and redirects can still give one repository several keys.
 */
export function addressKey(address: string): string | undefined {
  const [, authority, path = ''] =
    /^[a-z][a-z0-9+.-]*:\/\/([^/]*)\/*(.*)$/i.exec(address) ??
    /^([^/]{2,}?):\/*(.*)$/.exec(address) ??
    []
  if (authority === undefined) return undefined
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return `${host.toLowerCase()}/${path.replace(/\/+$/, '').replace(/\.git$/, '')}`
}
