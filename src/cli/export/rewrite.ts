import { relativePath, type Target } from './address.ts'

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
