import { setTimeout as delay } from 'node:timers/promises'
import { decode } from '../../address.ts'
import type { App } from '../../app.ts'
import { escapeText } from '../../xml/escape.ts'

interface CrawlOptions {
  readonly app: Pick<App, 'request'>
  /** Scheme, host and base path of the site, without a trailing slash. */
  readonly origin: string
  readonly refs: readonly string[]
  /** Start paths, in addition to those that pages link to. */
  readonly paths: readonly string[]
  /** Receives each file of the site, by its path in the site's folder. */
  readonly write: (file: string, body: Buffer) => void
}

/** Placeholder for the requested host. The site's own base URL may have a path before all addresses. */
const HOST = 'http://localhost'
const MAX_WAIT_MS = 120_000
const PAUSE_MS = 50
/** How many requests are under way at once: one alone leaves threads without work. */
const AT_ONCE = 8

/**
 * Writes all files of a site by following links from its pages. Removes links to missing pages, such as a component
 * that a ref lacks. Returns the failed requests with their status.
 */
export async function crawl({ app, origin, refs, paths, write }: CrawlOptions) {
  const queue: Target[] = []
  /** Whether each file exists; undefined if not known yet. */
  const seen = new Map<string, boolean | undefined>()
  const find = (url: URL): Target | undefined => {
    const target = targetOf(url, refs)
    if (target === undefined || seen.get(target.file) === false) return undefined
    if (!seen.has(target.file)) {
      seen.set(target.file, undefined)
      queue.push(target)
    }
    return target
  }
  /** Rewrites a page, feed or picture. Also returns whether all its links are known to work. */
  const rewrite = (text: string, { request, path }: { request: string; path?: string }) => {
    let isSure = true
    const rewriteLinks = /\.(?:svg|xml)$/.test(`${path}`) ? rewriteXml : rewritePage
    const page = rewriteLinks(text, {
      ...{ url: new URL(request, HOST), origin, path },
      targetOf(url) {
        const target = find(url)
        if (target !== undefined && seen.get(target.file) === undefined) isSure = false
        return target
      },
    })
    return { body: Buffer.from(page), isSure }
  }
  /** Requests targets, to which `use` may add more, and handles the responses in order. */
  const askAll = async (
    targets: Target[],
    use: (target: Target, response: Response) => Promise<unknown>,
  ) => {
    while (targets.length > 0) {
      const group = targets.splice(0, AT_ONCE)
      const responses = await Promise.all(group.map(({ request }) => ask(app, request)))
      for (const [index, target] of group.entries()) await use(target, responses[index]!)
    }
  }
  const failed: { readonly request: string; readonly status: number }[] = []
  // Pages with unresolved links. They are rendered again at the end, so that no text has to be kept.
  const unsure: Target[] = []
  for (const path of paths) find(new URL(path, HOST))
  await askAll(queue, async (target, response) => {
    const { status } = response
    seen.set(target.file, status === 200)
    // This server cannot render a PNG. Its pages then link to the SVG, if the server has it.
    if (status === 302) return
    if (status !== 200) failed.push({ request: target.request, status })
    else if (/\.(?:html|svg|xml)$/.test(target.file)) {
      const { body, isSure } = rewrite(await response.text(), target)
      if (isSure) write(target.file, body)
      else unsure.push(target)
    } else write(target.file, Buffer.from(await response.arrayBuffer()))
  })
  await askAll(unsure, async (target, response) =>
    write(target.file, rewrite(await response.text(), target).body),
  )
  const response = await ask(app, '/404.html')
  write('404.html', rewrite(await response.text(), { request: '/' }).body)
  return failed
}

/** Requests a path until the response is final: a page may change as history is read, whereas the API waits for it. */
async function ask(app: Pick<App, 'request'>, path: string): Promise<Response> {
  const headers = { Accept: path.startsWith('/api/') ? 'application/json' : 'text/html' }
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    const response = await app.request(path, { headers })
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true
    const isUnfinished = isPage && response.headers.get('Cache-Control') === 'no-store'
    const isLater =
      response.status === 503 ? response.headers.has('Retry-After') : isUnfinished && response.ok
    if (!isLater || performance.now() > deadline) return response
    await delay(PAUSE_MS)
  }
}

interface RewriteOptions {
  /** The page's own URL on the server. */
  readonly url: URL
  /** The prefix of absolute URLs. */
  readonly origin: string
  /** The page's path in the site; undefined for the 404 page, which a host may show at any depth. */
  readonly path?: string | undefined
  /** Returns where a server address is exported to; undefined if it is not. */
  readonly targetOf: (url: URL) => Target | undefined
}

const LINK =
  /(<(?:(?:a|link|img|script)\b|meta property="og:image")[^>]*?) (href|src|content)="([^"]*)"/g
const FORM = /<form\b[\s\S]*?<\/form>/g

/** Makes links to exported pages relative, disables those that need a server, and removes forms. */
export function rewritePage(html: string, options: RewriteOptions): string {
  const { url, origin, path, targetOf } = options
  const base = new URL(`${origin}/`)
  return html.replace(FORM, '').replace(LINK, (tag, front: string, name: string, value: string) => {
    const address = addressOn(value, options)
    if (value.startsWith('#') || address.origin !== url.origin) return tag
    const target = targetOf(address)
    if (target === undefined) return front
    if (name === 'content') return `${front} ${name}="${base.href}${target.path}"`
    const way = path === undefined ? base.pathname + target.path : relativePath(path, target.path)
    return `${front} ${name}="${way}${address.hash}"`
  })
}

/** Leads links of a feed, sitemap or picture to pages without parameters, and from comparisons to commits; others stay. */
export function rewriteXml(xml: string, options: RewriteOptions): string {
  const { url, origin, targetOf } = options
  return xml.replace(/(?<=href="|<link>|<loc>)[^"<]+/g, (link) => {
    const address = addressOn(link, options)
    if (address.origin !== url.origin) return link
    const page = address.pathname.replace(/^\/compare\//, '/commits/') + url.search
    const target = targetOf(address) ?? targetOf(new URL(page, url))
    return target === undefined ? link : `${origin}/${escapeText(target.path)}`
  })
}

/** Returns the address on the server of an escaped link. */
function addressOn(link: string, { url, origin }: RewriteOptions): URL {
  const text = link.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  return new URL(text.startsWith(`${origin}/`) ? text.slice(origin.length) : text, url)
}

/** The place of a server address in an exported site. */
interface Target {
  /** The request to the server: path and query. */
  readonly request: string
  /** The path in the site, still encoded, without a leading slash: `projects/p/`. */
  readonly path: string
  /** The file, relative to the site's folder. */
  readonly file: string
}

/** Areas that compute an answer for each query, or return files of the repository. */
const LEFT_OUT = /^\/(?:download|search|find|compare)\/|^\/api\/(?:docs\/|schema\/|.+\/file\/)?$/
/** Paths below a name that ends like a file: `jan.json` cannot be both the file of `jan` and a folder. */
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
