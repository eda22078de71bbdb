/** Builds the URLs in a body. They are absolute, with the origin that the client used. */
export interface Links {
  /** Origin and base path without a trailing slash: `https://status.example`. */
  readonly base: string
  /** Returns a URL below `/api/`, with the `format=` and `ref=` that links for this client carry. */
  api(path: string): string
  /** Returns the URL of a page, at the ref that links for this client carry. */
  page(path: string, query?: Readonly<Record<string, string>>): string
  /** Returns links to another ref; undefined stands for the served commit. */
  at(ref: string | undefined): Links
}

/**
 * How API links carry a format: `query` is the value of `format=`, `suffix` the file suffix. Plain links have neither.
 */
interface LinkStyle {
  readonly query?: string | undefined
  readonly suffix?: string | undefined
}

/** Creates links below `base` in one style and, if `ref` is given, at that ref. */
export function createLinks(base: string, style: LinkStyle, ref?: string): Links {
  const { query, suffix } = style
  const pairs: string[] = []
  if (query !== undefined) pairs.push(`format=${encodeURIComponent(query)}`)
  if (ref !== undefined) pairs.push(`ref=${encodeURIComponent(ref)}`)
  const end = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return {
    base,
    api: (path) =>
      suffix === undefined
        ? `${base}/api/${path}${end}`
        : `${base}/api/${path.replace(/\/$/, '')}.${suffix}${end}`,
    page(path, query = {}) {
      const shown = new URLSearchParams({ ...query, ...(ref !== undefined && { ref }) })
      return `${base}/${path}${shown.size === 0 ? '' : `?${shown}`}`
    },
    at: (other) => createLinks(base, style, other),
  }
}
