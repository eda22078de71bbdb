/** Makes the addresses in a body: absolute, under the origin that the client used. */
export interface Links {
  /** Origin and base path without a trailing slash: `https://status.example`. */
  readonly base: string
  /** An address under `/api/`, with the `format=` and `ref=` that this client's links carry. */
  api(path: string): string
  /** A page, at the ref of this client's links. */
  page(path: string, query?: Readonly<Record<string, string>>): string
  /** Links at another ref; undefined: at the served commit. */
  at(ref: string | undefined): Links
}

/** How API links name a format: `query` is the value of `format=`, `suffix` the ending; plain links have neither. */
export interface LinkStyle {
  readonly query?: string
  readonly suffix?: string
}

/** Links below `base`, all in one style and, where a ref is given, at that ref. */
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
