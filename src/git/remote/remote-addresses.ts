import { readOwnSettings } from '../git-config.ts'
import { findGitFolder } from '../git-folder.ts'

/** The addresses of a local repository's remotes as its configuration file has them; may hold credentials. */
export function remoteAddresses(path: string): string[] {
  return readOwnSettings(findGitFolder(path).commonDir).flatMap(([name, value]) =>
    /^remote\..*\.url$/s.test(name) && value !== '' ? [value] : [],
  )
}

/**
 * Host and path of an address, without scheme, user, port and `.git`, which are the same however the address is written;
 * undefined for a path. Addresses of one repository still differ where links and redirects lead to it.
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
