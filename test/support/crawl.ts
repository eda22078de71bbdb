import { addressesIn } from './web.ts'

/** What makes endlessly many pages of one. */
const VARIED = /[?&](?:page|page_size|ref|format|offset|sort_by|base|head|q)=/
/** There are thousands of these, and each is like the others: one of so many is opened. */
const MANY = /checksum=|\/api\/(?:units|changes)\/|\/file\//
const ONE_OF = 60

/**
 * Opens what a site's start page and API lead to, and so on. Returns how many addresses there are, and those that are
 * not there, or outside of the site on the same host.
 */
export async function crawlSite({
  root,
  request,
  oneOf = ONE_OF,
}: {
  /** Address of the start page, with a slash at the end. */
  readonly root: string
  readonly request: (url: string) => Response | Promise<Response>
  readonly oneOf?: number
}): Promise<{ readonly count: number; readonly missing: readonly string[] }> {
  const { origin } = new URL(root)
  const seen = new Map([root, `${root}api/`].map((url) => [url, 'nothing']))
  const missing: string[] = []
  let many = 0
  // What is found on the way is opened too.
  for (const [url, from] of seen) {
    const response = await request(url)
    const { status } = response
    if (status === 404 || status >= 500) missing.push(`${status} ${url}, which ${from} has`)
    for (const link of await linksOf(response, response.url || url, origin)) {
      if (seen.has(link) || VARIED.test(link)) continue
      if (!`${link}/`.startsWith(root)) missing.push(`outside: ${link}, which ${url} has`)
      if (MANY.test(link) && many++ % oneOf !== 0) continue
      seen.set(link, url)
    }
  }
  return { count: seen.size, missing }
}

async function linksOf(response: Response, url: string, origin: string): Promise<string[]> {
  const type = response.headers.get('Content-Type') ?? ''
  const text = await response.text()
  if (!/html|json/.test(type)) return []
  const links = type.includes('html')
    ? addressesIn(text)
    : [...text.matchAll(/"(https?:\/\/[^"\\]*)"/g)].map(([, link = '']) => link)
  return links
    .filter((link) => URL.canParse(link, url))
    .map((link) => new URL(link, url))
    .filter((link) => link.origin === origin)
    .map((link) => link.href.replace(/#.*/, ''))
}
