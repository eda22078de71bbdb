import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { relativePath, type Target, targetOf } from './address.ts'

interface CrawlOptions {
  readonly app: Pick<App, 'request'>
  /** Scheme, host and base path of the site, without a slash at the end. */
  readonly origin: string
  readonly refs: readonly string[]
  /** Paths where it begins, beside those that pages lead to. */
  readonly paths: readonly string[]
}

/** A file of the site. */
export interface SiteFile {
  /** From its folder. */
  readonly file: string
  readonly body: Buffer
}

/** What an address does not answer, so that a link to it is dead. */
export interface Missing {
  readonly missing: string
  readonly status: number
}

/** Stands for the host that asks: the site's own may have a path before all addresses. */
const HOST = 'http://localhost'
const MAX_WAIT_MS = 120_000
const PAUSE_MS = 50

/** All files of a site, as pages lead to them. What is not there, such as a component that a ref lacks, has no links. */
export async function* crawl(options: CrawlOptions): AsyncGenerator<SiteFile | Missing> {
  const { app, origin, refs, paths } = options
  const queue: Target[] = []
  /** Whether there is such a file; undefined: not known yet. */
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
  /** The page, and whether all that it leads to is known to be there. */
  const rewrite = (html: string, { request, path }: { request: string; path?: string }) => {
    let isSure = true
    const options = { url: new URL(request, HOST), origin, path }
    const page = rewritePage(html, {
      ...options,
      targetOf(url) {
        const target = find(url)
        if (target !== undefined && seen.get(target.file) === undefined) isSure = false
        return target
      },
    })
    return { body: Buffer.from(page), isSure }
  }
  for (const path of paths) find(new URL(path, HOST))
  // They are made again at the end, so that no text has to be kept.
  const unsure: Target[] = []
  for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
    const { request, file } = target
    const response = await ask(app, request)
    seen.set(file, response.status === 200)
    if (response.status === 302) {
      // A PNG that cannot be made here: what leads to it shows an SVG instead where that is served.
    } else if (response.status !== 200) {
      yield { missing: request, status: response.status }
    } else if (response.headers.get('Content-Type')?.startsWith('text/html') !== true) {
      yield { file, body: Buffer.from(await response.arrayBuffer()) }
    } else {
      const { body, isSure } = rewrite(await response.text(), target)
      if (isSure) yield { file, body }
      else unsure.push(target)
    }
  }
  for (const target of unsure) {
    const response = await ask(app, target.request)
    yield { file: target.file, body: rewrite(await response.text(), target).body }
  }
  const response = await ask(app, '/404.html')
  yield { file: '404.html', body: rewrite(await response.text(), { request: '/' }).body }
}

/** The answer, once it is the last one: a page may show more as history is read, while the API waits for that itself. */
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
  /** The page's own address at the server. */
  readonly url: URL
  /** What addresses begin with that are absolute. */
  readonly origin: string
  /** Where the page will be in the site; undefined for the page of missing addresses, which may be read at any depth. */
  readonly path?: string | undefined
  /** Where an address of the server will be; undefined: nowhere. */
  readonly targetOf: (url: URL) => Target | undefined
}

const LINK =
  /(<(?:(?:a|link|img|script)\b|meta property="og:image")[^>]*?) (href|src|content)="([^"]*)"/g
const FORM = /<form\b[\s\S]*?<\/form>/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

/**
 * A page as it is in a site without a server: links to what the site has lead there, links to what only a server can
 * answer lead nowhere, and forms are gone.
 */
export function rewritePage(html: string, options: RewriteOptions): string {
  const { url, origin, path, targetOf } = options
  const base = new URL(`${origin}/`)
  return html.replace(FORM, '').replace(LINK, (tag, front: string, name: string, value: string) => {
    const text = value.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? '')
    if (text.startsWith('#')) return tag
    const isAbsolute = text.startsWith(base.href)
    const address = new URL(isAbsolute ? `/${text.slice(base.href.length)}` : text, url)
    if (address.origin !== url.origin) return tag
    const target = targetOf(address)
    if (target === undefined) return front
    if (name === 'content') return `${front} ${name}="${base.href}${target.path}"`
    const way = path === undefined ? base.pathname + target.path : relativePath(path, target.path)
    return `${front} ${name}="${way}${address.hash}"`
  })
}
