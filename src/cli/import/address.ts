import { decode } from '../../address.ts'
import { UsageError } from '../../errors.ts'
import { isLoopback } from '../../http/hosts.ts'

/** What to import of a server. */
export interface ServerAddress {
  /** Address of the server, without a trailing slash. */
  readonly base: string
  /** Slug of the project; undefined for all, unless `category` tells. */
  readonly project?: string
  /** Slugs below the project, of categories and of a component, perhaps with a language; none for all. */
  readonly path: readonly string[]
  /** Id of the category to import. */
  readonly category?: string
}

/**
 * Parses the address of a Weblate server, or of a project, category, component or translation there, of a page or in the
 * API: `https://host/projects/shop/web/`, `https://host/api/components/shop/web/`, `https://host/`. Throws UsageError.
 */
export function parseServerAddress(text: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text}: expected the http or https address of a Weblate server`)
  }
  if (url.username || url.password) {
    throw new UsageError(`${url.host}: expected an address without a password; use --token`)
  }
  const [, folder = '', kind = '', rest = ''] =
    /^(.*?)\/*(\/api\/(?:projects|components|translations|categories))(?:\/(.*))?$/.exec(
      url.pathname,
    ) ??
    /^(.*?)\/*(\/(?:projects|engage))(?:\/(.*))?$/.exec(url.pathname) ??
    /^(.*?)\/*(?:\/api)?\/*$/.exec(url.pathname) ??
    []
  const base = `${url.origin}${folder.replace(/\/+$/, '')}`
  const [first, ...below] = rest.split('/').filter((segment) => segment !== '')
  if (first === undefined) return { base, path: [] }
  if (kind === '/api/categories') return { base, category: first, path: [] }
  return { base, project: decode(first), path: pathOf(below, kind) }
}

/** What reaches this machine, too: any address of it. */
const UNSPECIFIED: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Whether a host, in any spelling and with a port or without, is this machine by its name or its address. */
export function isThisMachine(host: string): boolean {
  // The URL standard writes 127.1, 0x7f.1 and 2130706433 as one.
  const address = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : host
  const name = address
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  return isLoopback(name) || name.endsWith('.localhost') || UNSPECIFIED.has(name)
}

/** Of an API's address only the component counts, whose categories are part of its slug; of a page all up to a `-`. */
function pathOf(segments: readonly string[], kind: string): string[] {
  if (kind === '/api/projects') return []
  if (!kind.startsWith('/api/'))
    return segments.slice(0, [...segments, '-'].indexOf('-')).map(decode)
  return segments.slice(0, 1).flatMap((segment) => decode(decode(segment)).split('/'))
}
