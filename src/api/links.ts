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

/** Creates links below `base` that carry a `format=` or a suffix such as `.json`, unless it is `''`, and the ref, if any. */
export function createLinks(base: string, format: string, suffix: string, ref?: string): Links {
  const pairs = Object.entries({ format, ref: ref ?? '' }).filter(([, value]) => value !== '')
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const end = query && `?${query}`
  return {
    base,
    api: (path) => `${base}/api/${suffix === '' ? path : path.replace(/\/$/, suffix)}${end}`,
    page(path, query = {}) {
      const shown = new URLSearchParams({ ...query, ...(ref !== undefined && { ref }) })
      return `${base}/${path}${shown.size === 0 ? '' : `?${shown}`}`
    },
    at: (other) => createLinks(base, format, suffix, other),
  }
}
