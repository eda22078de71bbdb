import { isIP } from 'node:net'
import { posix } from 'node:path'
import { messageOf } from '../errors.ts'
import { compilePython } from '../regexp/python.ts'

/**
 * Validates single values: each function returns what is wrong, or undefined. Rules and limits are Weblate's. Empty texts
 * are not passed where they are the default.
 */
type Message = string | undefined

/** Accepts letters, digits, `_` and `-`, but not `-` alone. */
export function checkSlug(slug: string): Message {
  if (slug === '-') return 'is a prohibited name'
  if (!/^[-a-zA-Z0-9_]+$/.test(slug)) return 'needs letters, digits, underscores or hyphens only'
  return undefined
}

/** Accepts the http(s) address of a public host: neither localhost nor a bare IP address. */
export function checkWeb(web: string): Message {
  const url = parseHttpUrl(web)
  if (!url) return 'needs an http or https address'
  // URL normalizes every IPv4 address to this form.
  const isAddress = /^(\[.*\]|\d+(\.\d+){3})$/.test(url.hostname)
  if (url.hostname === 'localhost' || isAddress) return 'needs a public host name'
  return undefined
}

/** Accepts the address of a server with the Redis protocol. */
export function checkRedis(address: string): Message {
  // Only a database number may follow the host.
  const isRight = /^rediss?:\/\/[^/]+(\/\d*)?$/.test(address) && URL.canParse(address)
  return isRight ? undefined : 'needs an address such as redis://cache.example:6379'
}

/** Accepts an http(s) address in which only a path follows the host. */
export function checkOrigin(address: string | undefined): Message {
  const url = parseHttpUrl(address ?? '')
  if (!url) return 'needs an http or https address'
  if (url.search || url.hash || url.username || url.password) {
    return 'needs an address without user, query and fragment'
  }
  return undefined
}

/** Accepts IP addresses, each with an optional prefix length. */
export function checkProxies(proxies: readonly string[]): Message {
  const wrong = proxies.filter((proxy) => {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(proxy) ?? []
    const version = isIP(address)
    return version === 0 || Number(bits ?? 0) > (version === 4 ? 32 : 128)
  })
  if (wrong.length === 0) return undefined
  return `needs IP addresses or ranges such as 10.0.0.0/8, found ${quoted(wrong)}`
}

function quoted(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

/** Accepts hosts as redirects are compared with them: in lower case, without scheme and path. */
export function checkHosts(hosts: readonly string[]): Message {
  const wrong = hosts.filter((host) =>
    ['http', 'https'].every((scheme) => {
      const address = `${scheme}://${host}`
      return !URL.canParse(address) || new URL(address).host !== host
    }),
  )
  if (wrong.length === 0) return undefined
  return `needs hosts in lower case such as git.example.org:8443, found ${quoted(wrong)}`
}

/** Accepts a path with a `*`. */
export function checkFilemask(filemask: string): Message {
  return filemask.includes('*') ? checkPath(filemask) : 'needs a *'
}

/** Accepts a normalized path inside the repository. */
export function checkPath(path: string): Message {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\x00-\x1f\x7f]/.test(path)) return 'needs a path without control characters'
  if (path.startsWith('/')) return 'needs a path relative to the root of the repository'
  if (path.split('/').includes('..')) return 'needs a path without ..'
  const simple = posix.normalize(path).replace(/\/$/, '')
  if (simple === '.') return 'needs the path of a file'
  return simple === path ? undefined : `needs the simplest form of the path: ${simple}`
}

/** Regular expression of a language code. */
export const LANGUAGE_CODE = '^[a-zA-Z0-9@_+-]+$'

/** Accepts a regular expression in Python's syntax. */
export function checkRegex(pattern: string): Message {
  try {
    compilePython(pattern)
    return undefined
  } catch (error) {
    // A SyntaxError means that the text is not a regular expression.
    return `needs a regular expression: ${messageOf(error)}`
  }
}

/** Accepts what `checkRegex` does, except expressions that match the empty text. */
export function checkVariantRegex(pattern: string): Message {
  return (
    checkRegex(pattern) ?? (compilePython(pattern).test('') ? 'matches the empty text' : undefined)
  )
}

const PLACEHOLDERS = new Set([
  ...['branch', 'filename', 'line', 'component_name', 'component_slug', 'project_name'],
  ...['component_remote_branch', 'project_slug', 'url', 'site_url', 'site_title', 'widget_url'],
])

/** Accepts a template of an http(s) address with known placeholders. */
export function checkRepoweb(repoweb: string): Message {
  if (repoweb.length > 2000) return 'needs at most 2,000 characters'
  if (/%\(\w+\)[sd]/.test(repoweb)) return 'needs {{filename}} instead of %(file)s'
  for (const [, inside = ''] of repoweb.matchAll(/\{\{(.*?)\}\}/g)) {
    const name = inside.split('|')[0]?.trim() ?? ''
    if (!PLACEHOLDERS.has(name)) {
      return `unknown placeholder ${JSON.stringify(name)}; known: ${[...PLACEHOLDERS].join(', ')}`
    }
  }
  if (repoweb.includes('{%')) return undefined
  const rendered = repoweb.replace(/\{\{.*?\}\}/g, 'x')
  return parseHttpUrl(rendered) ? undefined : 'needs an http or https address'
}

/** Parses an http(s) address; returns undefined for other text. */
function parseHttpUrl(address: string): URL | undefined {
  if (!/^https?:\/\/[^\s/]/i.test(address) || /\s/.test(address)) return undefined
  return URL.canParse(address) ? new URL(address) : undefined
}

/**
 * Returns the web page of a repository, which most hosts serve at its https address without user and `.git`. Returns
 * undefined for a path, and for the address of a machine outside the network.
 */
export function webOf(address: string): string | undefined {
  const [, host = '', path = ''] =
    /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/]+)\/+(.+)$/i.exec(address) ??
    /^(?:[^/@]+@)?([^/:]{2,}):(?!\/\/)\/?(.+)$/.exec(address) ??
    []
  const isHttp = /^http:/i.test(address)
  const web = `${isHttp ? 'http' : 'https'}://${host}/${path.replace(/\/+$/, '').replace(/\.git$/, '')}`
  return host !== '' && checkWeb(web) === undefined ? web : undefined
}
