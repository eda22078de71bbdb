import { decode } from '../address.ts'
import { UsageError } from '../errors.ts'

/** A Weblate server, or a part of it. */
export interface ServerAddress {
  /** Base URL of the server, without a trailing slash. */
  readonly base: string
  /** Slug of the project; undefined for all projects, or if `category` determines it. */
  readonly project?: string
  /** Slugs below the project: categories, a component, and perhaps a language; empty for the whole project. */
  readonly path: readonly string[]
  readonly category?: string
}

/**
 * Parses the URL of a Weblate server, or of a project, category, component or translation there, as a page or in the
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

/** Returns the slugs in a path. In the API, one slug includes a component's categories; pages end at a `-`. */
function pathOf(segments: readonly string[], kind: string): string[] {
  if (kind === '/api/projects') return []
  if (!kind.startsWith('/api/'))
    return segments.slice(0, [...segments, '-'].indexOf('-')).map(decode)
  return segments.slice(0, 1).flatMap((segment) => decode(decode(segment)).split('/'))
}
