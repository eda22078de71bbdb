import { RepositoryError } from './errors.ts'

/** A parsed repository address. `url` never holds a secret; `username` and `password` are decoded. */
export interface Address {
  readonly transport: 'local' | 'file' | 'http' | 'ssh'
  /** The address for engines and for display; a path for `local`. */
  readonly url: string
  /** Host, with the port if the address has one; empty for `local` and `file`. */
  readonly host: string
  readonly username: string
  readonly password: string
}

/** Returns whether Git would treat a text as an address, not as a path: by a scheme, or `host:` as in ssh addresses. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/|^[^/:]{2,}:/i.test(text)
}

/**
 * Parses a repository address: a path, `file://`, `http(s)://`, `ssh://` or `user@host:path`. Throws RepositoryError
 * for other text, in particular for text that git would interpret as an option or a command.
 */
export function parseAddress(address: string): Address {
  const shown = withoutCredentials(address)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (address === '' || address.startsWith('-') || /[\x00-\x1f\x7f]/.test(address)) {
    throw refusal(`${JSON.stringify(shown)} is not the address of a repository`)
  }
  if (/^[a-z][a-z0-9+.-]*::/i.test(address)) {
    throw refusal(`${shown}: addresses that name a helper program are refused`)
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase()
  if (scheme !== undefined) return parseUrl(address, scheme)
  if (isSecretBeforeHost(address)) {
    throw refusal(`${shown}: expected no password before the host: write ssh://user@host/path`)
  }
  const scp = /^([^/:]{2,}):(?!\/\/)(.+)$/.exec(address)
  if (scp?.[1] === undefined) return plain('local', address)
  const at = scp[1].lastIndexOf('@')
  const [user, host] = [scp[1].slice(0, Math.max(at, 0)), scp[1].slice(at + 1)]
  if (user === '' && SCHEMES.test(host)) {
    throw refusal(`${shown}: expected two slashes after ${host}:`)
  }
  return {
    ...plain('ssh', address),
    host: checkHost(host, shown),
    username: checkUser(user, shown),
  }
}

/** Schemes that git would interpret as a host if the slashes are missing. */
const SCHEMES = /^(?:file|https?|ssh|git|ext|fd)$/i

function parseUrl(address: string, scheme: string): Address {
  const shown = withoutCredentials(address)
  if (scheme === 'file') return plain('file', withoutFileUser(address))
  if (scheme !== 'http' && scheme !== 'https' && scheme !== 'ssh') {
    throw refusal(`${shown}: unknown scheme ${scheme}, expected https, http, ssh, file or a path`)
  }
  // `new URL` treats three slashes as two. A query would become an argument, which every user of the machine can read.
  if (/^[^:]*:\/\/\//.test(address)) throw refusal(`${shown}: expected two slashes`)
  if (/[?#]/.test(address)) {
    throw refusal(`${shown}: expected no query, found one (credentials go before the host)`)
  }
  let url: URL
  try {
    url = new URL(address)
  } catch {
    // Omits the cause, since it quotes the address with its secrets.
    throw refusal(`${shown}: not a valid address`)
  }
  const username = decode(url.username)
  const password = decode(url.password)
  if (scheme === 'ssh') {
    checkUser(username, shown)
    url.password = ''
  } else {
    url.username = ''
    url.password = ''
  }
  const host = checkHost(url.host, shown)
  return { transport: scheme === 'ssh' ? 'ssh' : 'http', url: url.href, host, username, password }
}

function refusal(message: string): RepositoryError {
  return new RepositoryError('refused', message)
}

function plain(transport: Address['transport'], url: string): Address {
  return { transport, url, host: '', username: '', password: '' }
}

function checkHost(host: string, shown: string): string {
  if (host === '' || host.startsWith('-') || /\s/.test(host)) {
    throw refusal(`${shown}: expected a host name`)
  }
  return host
}

function checkUser(user: string, shown: string): string {
  if (user.startsWith('-')) throw refusal(`${shown}: expected a user name`)
  return user
}

/** Undoes URL encoding; returns malformed text unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Removes user, password, query and fragment from an address; keeps the user of ssh, as in `git@host`. */
export function withoutCredentials(address: string): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)\/*(.*)$/is.exec(address)
  // `user:secret@host:path` is not a valid address, but people write it.
  if (match?.[1] === undefined || match[2] === undefined) {
    return isSecretBeforeHost(address) ? address.slice(address.lastIndexOf('@') + 1) : address
  }
  if (/^file:/i.test(match[1])) return withoutFileUser(address).replace(/[?#].*$/s, '')
  const rest = match[2].replace(/[?#].*$/s, '')
  // A password may contain an unescaped slash; in that case, it ends at the very last @.
  const [, authority = '', path = ''] = /^([^/]*)(.*)$/s.exec(rest) ?? []
  const isWhole = authority.includes('@') || /^[^:]*(:\d*)?$/.test(authority)
  const end = isWhole ? authority.lastIndexOf('@') : rest.lastIndexOf('@')
  const clean = isWhole ? authority.slice(end + 1) + path : rest.slice(end + 1)
  const user = /^ssh:/i.test(match[1]) && end > 0 ? rest.slice(0, end).split(':')[0] : ''
  // A second address inside the path means that the address was pasted twice.
  const [second, last] = [clean.indexOf('://') + 3, clean.lastIndexOf('@') + 1]
  const once = second > 2 && second < last ? clean.slice(0, second) + clean.slice(last) : clean
  return match[1] + (user ? `${user}@` : '') + once
}

/** Returns whether text without a scheme has a password, which the form `user@host:path` does not allow. */
function isSecretBeforeHost(address: string): boolean {
  return /^[^/@:]*:[^@]*@/.test(address) || /^[^/:]*:[^/@]*@[^/@:]*:/.test(address)
}

/** Git ignores the user in a file address. */
function withoutFileUser(address: string): string {
  return address.replace(/^(file:\/\/)[^/]*@/i, '$1')
}

/**
 * Replaces all secrets in a text, plain and URL-encoded, by `***`, and removes credentials, queries and fragments from
 * addresses.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let result = text
  for (const secret of secrets) {
    if (secret === '') continue
    for (const form of [secret, encodeURIComponent(secret), encodeURI(secret)]) {
      // Inside a word, a short secret is a coincidence.
      if (form.length > 3) result = result.replaceAll(form, '***')
      else
        result = result
          .split(/\b/)
          .map((word) => (word === form ? '***' : word))
          .join('')
    }
  }
  return result.replace(
    /(?<![a-z0-9+.-])([0-9+.-]*)([a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+)/gi,
    (_, before, address) => before + withoutCredentials(address),
  )
}

/** Shortens absolute paths and `file://` in a text to their last names: responses must not reveal the disk's layout. */
export function withoutServerPaths(text: string): string {
  return text.replace(SERVER_PATH, '$1')
}

/** Matches at least two names, of which all but the last may contain spaces; not the path of an `https` address. */
const SERVER_PATH = /(?<![\w.~/:-])(?:file:\/\/)?\/(?:[^\s/'"<>:][^\n/'"<>:]*\/+)+([^\s/'"<>:,]*)/g
