import { join } from 'node:path'
import { findGitFolder } from '../git-folder.ts'
import { readTextFile } from '../text-file.ts'

/** The addresses of a local repository's remotes as its configuration file has them; may hold credentials. */
export function remoteAddresses(path: string): string[] {
  const file = join(findGitFolder(path).commonDir, 'config')
  const text = readTextFile(file) ?? ''
  const addresses: string[] = []
  let isRemote = false
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[(.*)\]\s*$/.exec(line)?.[1]
    if (section !== undefined) isRemote = section.startsWith('remote ')
    const address = /^\s*url\s*=(.*)$/.exec(line)?.[1]?.trim()
    if (isRemote && address) addresses.push(address.replace(/^"(.*)"$/, '$1'))
  }
  return addresses
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
