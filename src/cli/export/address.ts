import { decode } from '../../address.ts'

/** The place of a server address in an exported site. */
export interface Target {
  /** The request to the server: path and query. */
  readonly request: string
  /** The path in the site, still encoded, without a leading slash: `projects/p/`. */
  readonly path: string
  /** The file, relative to the site's folder. */
  readonly file: string
}

/** Areas that compute an answer for each query, or return files of the repository. */
const LEFT_OUT = /^\/(?:download|search|find|compare)\/|^\/api\/(?:docs\/|schema\/)?$/
/**
 * Paths below a name that ends like a file: `jan.json` cannot be both the file of `jan` and the folder of `jan.json`.
 */
const BELOW_FILE = /^\/api\/.*\.json\/.|^\/exports\/.*\.xml\/./

/**
 * Returns where an address is exported to; undefined if it is not exported. The only parameters exported are `offset`,
 * and `ref` with one of these refs. A static host derives the media type from the extension, so JSON is at
 * `api/projects/p.json` and feeds are at `exports/rss/p.xml`, addresses that the server serves too.
 */
export function targetOf(url: URL, refs: readonly string[]): Target | undefined {
  const { pathname, searchParams } = url
  const { ref, offset, ...others } = Object.fromEntries(searchParams)
  const isWanted = (ref === undefined || refs.includes(ref)) && /^\d*$/.test(offset ?? '')
  if (!isWanted || Object.keys(others).length > 0) return undefined
  if (LEFT_OUT.test(pathname) || BELOW_FILE.test(pathname)) return undefined
  const served = pathname
    .replace(/^(\/api\/.+)\/$/, '$1.json')
    .replace(/^(\/exports\/(?:rss|atom)(?:\/.+)?)\/$/, '$1.xml')
  // Replaces slashes with tildes, which no ref contains: nested folders of different refs could collide.
  const front = ref === undefined ? '' : `at/${encodeURIComponent(ref.replaceAll('/', '~'))}`
  const path = `${front}${served}${offset ? `offset-${offset}/` : ''}`.replace(/^\//, '')
  const segments = path.split('/').map(decode)
  if (segments.some((segment) => /^\.\.?$|[/\\\0]/.test(segment))) return undefined
  const file = segments.join('/')
  return {
    request: `${served}${url.search}`,
    path,
    file: file === '' || file.endsWith('/') ? `${file}index.html` : file,
  }
}

/** Returns the relative path from one address of a site to another. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1)
  const there = to.split('/')
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) {
    shared += 1
  }
  const way = `${'../'.repeat(here.length - shared)}${there.slice(shared).join('/')}`
  return way === '' || way.startsWith('../') ? way || './' : `./${way}`
}
