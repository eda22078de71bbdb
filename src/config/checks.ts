import { isIP } from 'node:net'
import { posix } from 'node:path'
import { compilePython } from '../regexp/python.ts'

/** Validates single values: each function returns what is wrong, or undefined. Rules and limits are Weblate's. */
type Message = string | undefined

/** Accepts letters, digits, `_` and `-`, but not `-` alone. */
export function checkSlug(slug: string): Message {
  if (slug === '-') return 'is a prohibited name'
  if (!/^[-a-zA-Z0-9_]+$/.test(slug)) return 'needs letters, digits, underscores or hyphens only'
  return undefined
}

/** Accepts slugs joined with `/`, or an empty text. */
export function checkCategory(path: string): Message {
  return path === '' || path.split('/').every((slug) => checkSlug(slug) === undefined)
    ? undefined
    : 'needs slugs joined with /'
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

/** Accepts the address of a server with the Redis protocol, or an empty text. */
export function checkRedis(address: string): Message {
  // Only a database number may follow the host.
  const isRight =
    address === '' || (/^rediss?:\/\/[^/]+(\/\d*)?$/.test(address) && URL.canParse(address))
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
  for (const proxy of proxies) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(proxy) ?? []
    const version = isIP(address)
    if (version === 0 || Number(bits ?? 0) > (version === 4 ? 32 : 128)) {
      return `needs IP addresses or ranges such as 10.0.0.0/8, found ${JSON.stringify(proxy)}`
    }
  }
  return undefined
}

/** Regular expression of a rate. */
export const RATE = '^([1-9][0-9]{0,4}/(second|minute|hour|day))?$'

/** Accepts a number of requests per period, or an empty text. */
export function checkRate(rate: string): Message {
  return new RegExp(RATE).test(rate)
    ? undefined
    : 'needs a number and second, minute, hour or day, such as 100/minute'
}

/** Accepts a comma-separated list of `file_code:weblate_code`. */
export function checkAliases(aliases: string): Message {
  const isRight = aliases === '' || aliases.split(',').every((part) => /^[^:]+:[^:]+$/.test(part))
  return isRight ? undefined : 'needs file_code:weblate_code, comma separated'
}

/** Accepts a full commit id, or an empty text. */
export function checkCommit(commit: string): Message {
  return /^([0-9a-f]{40})?$/.test(commit) ? undefined : 'needs a full commit id of 40 digits'
}

/** Accepts a path with a `*`. */
export function checkFilemask(filemask: string): Message {
  return filemask.includes('*') ? checkPath(filemask) : 'needs a *'
}

/** Accepts what `checkFilemask` does, or an empty text. */
export function checkScreenshotFilemask(filemask: string): Message {
  return filemask === '' ? undefined : checkFilemask(filemask)
}

/** Accepts a normalized path inside the repository, or an empty text. */
export function checkPath(path: string): Message {
  if (path === '') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\x00-\x1f\x7f]/.test(path)) return 'needs a path without control characters'
  if (path.startsWith('/')) return 'needs a path relative to the root of the repository'
  if (path.split('/').includes('..')) return 'needs a path without ..'
  const simple = posix.normalize(path).replace(/\/$/, '')
  if (simple === '.') return 'needs the path of a file'
  return simple === path ? undefined : `needs the simplest form of the path: ${simple}`
}

/** Accepts letters, digits and `@_+-`. */
export function checkLanguageCode(code: string): Message {
  return /^[a-zA-Z0-9@_+-]+$/.test(code) ? undefined : 'needs a language code'
}

/** Accepts a regular expression in Python's syntax, or an empty text. */
export function checkRegex(pattern: string): Message {
  try {
    compilePython(pattern)
    return undefined
  } catch (error) {
    // A SyntaxError means that the text is not a regular expression.
    return `needs a regular expression: ${error instanceof Error ? error.message : error}`
  }
}

/** Accepts what `checkRegex` does, except expressions that match the empty text. */
export function checkVariantRegex(pattern: string): Message {
  if (pattern === '') return undefined
  return (
    checkRegex(pattern) ?? (compilePython(pattern).test('') ? 'matches the empty text' : undefined)
  )
}

/** Accepts an address with one `@`, or an empty text. */
export function checkEmail(address: string): Message {
  return address === '' || /^[^\s@<>]+@[^\s@<>]+$/.test(address)
    ? undefined
    : 'needs an e-mail address'
}

const PLACEHOLDERS = new Set([
  ...['branch', 'filename', 'line', 'component_name', 'component_slug', 'project_name'],
  ...['component_remote_branch', 'project_slug', 'url', 'site_url', 'site_title', 'widget_url'],
])

/** Accepts a template of an http(s) address with known placeholders, or an empty text. */
export function checkRepoweb(repoweb: string): Message {
  if (repoweb === '') return undefined
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

/** Accepts a name of letters, digits and `-`. */
export function checkHeader(name: string): Message {
  return /^[A-Za-z0-9-]*$/.test(name) ? undefined : 'needs the name of a header'
}
