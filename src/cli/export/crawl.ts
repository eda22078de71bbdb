import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { type Target, targetOf } from './address.ts'
import { rewritePage } from './rewrite.ts'

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
const PATIENCE_MS = 120_000
const PAUSE_MS = 50

/** All files of a site, as pages lead to them. */
export async function* crawl(options: CrawlOptions): AsyncGenerator<SiteFile | Missing> {
  const { app, origin, refs, paths } = options
  const queue: Target[] = []
  const seen = new Set<string>()
  const find = (url: URL): Target | undefined => {
    const target = targetOf(url, refs)
    if (target !== undefined && !seen.has(target.file)) {
      seen.add(target.file)
      queue.push(target)
    }
    return target
  }
  for (const path of paths) find(new URL(path, HOST))
  for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
    const { request, path, file } = target
    const response = await ask(app, request)
    if (response.status !== 200) {
      yield { missing: request, status: response.status }
      continue
    }
    const body = Buffer.from(await response.arrayBuffer())
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true
    const rewrite = (): Buffer => {
      const url = new URL(request, HOST)
      return Buffer.from(rewritePage(body.toString(), { url, origin, path, targetOf: find }))
    }
    yield { file, body: isPage ? rewrite() : body }
  }
  const response = await ask(app, '/404.html')
  const url = new URL('/', HOST)
  const page = rewritePage(await response.text(), { url, origin, path: undefined, targetOf: find })
  yield { file: '404.html', body: Buffer.from(page) }
}

/** The answer, once it is the last one: a page may show more as history is read, while the API waits for that itself. */
async function ask(app: Pick<App, 'request'>, path: string): Promise<Response> {
  const isPage = !path.startsWith('/api/')
  const headers = { Accept: isPage ? 'text/html' : 'application/json' }
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const response = await app.request(path, { headers })
    const isUnfinished = isPage && response.headers.get('Cache-Control') === 'no-store'
    const isLater = response.status === 503 || (isUnfinished && response.status !== 404)
    if (!isLater || performance.now() > deadline) return response
    await delay(PAUSE_MS)
  }
}
