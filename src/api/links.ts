/** Makes the addresses in a body: absolute, under the origin that the client used. */
export interface Links {
  /** Origin and base path without a trailing slash: `https://status.example`. */
  readonly base: string
  /** An address under `/api/`, with the `format=` that this client's links carry. */
  api(path: string): string
  /** A page. */
  page(path: string): string
}

/** `format` is the value that API links carry; `''` for plain links. */
export function createLinks(base: string, format: string): Links {
  const suffix = format === '' ? '' : `?format=${encodeURIComponent(format)}`
  return {
    base,
    api: (path) => `${base}/api/${path}${suffix}`,
    page: (path) => `${base}/${path}`,
  }
}
