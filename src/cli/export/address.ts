import { decode } from '../../address.ts'

/** Where an address of the server is in an exported site. */
export interface Target {
  /** What the server is asked for: path and query. */
  readonly request: string
  /** The address in the site, still encoded, without a slash before it: `projects/p/`. */
  readonly path: string
  /** The file, from the folder of the site. */
  readonly file: string
}

/** Areas that work something out for each query, or give files of the repository. */
const LEFT_OUT = /^\/(?:download|search|find|compare)\/|^\/api\/(?:docs\/|schema\/)?$/
/** What is below a name with the ending of a file: of another name, `jan` beside `jan.json`, the file may be there. */
const BELOW_FILE = /^\/api\/.*\.json\/.|^\/exports\/.*\.xml\/./

/**
 * Where an address is exported to; undefined: nowhere. An address has no other parameters than `offset`, and `ref` with one
 * of these refs. A host without a program knows the media type by the ending alone, so JSON is at `api/projects/p.json`
 * and feeds are at `exports/rss/p.xml`, which the server knows too.
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
  // No ref has a tilde, and a folder for each of its parts would be one for several refs.
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

/** The way from one address of a site to another. */
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
