import { decode } from '../../address.ts'
import { UsageError } from '../usage-error.ts'

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

/** Of an API's address only the component counts, whose categories are part of its slug; of a page all up to a `-`. */
function pathOf(segments: readonly string[], kind: string): string[] {
  if (kind === '/api/projects') return []
  if (!kind.startsWith('/api/'))
    return segments.slice(0, [...segments, '-'].indexOf('-')).map(decode)
  return segments.slice(0, 1).flatMap((one) => decode(decode(one)).split('/'))
}
