/** Makes the addresses in a body: absolute, under the origin that the client used. */
export interface Links {
  /** Origin and base path without a trailing slash: `https://status.example`. */
  readonly base: string
  /** An address under `/api/`, with the `format=` that this client's links carry. */
  api(path: string): string
  /** A page. */
  page(path: string): string
}

/** How API links name a format: `query` is the value of `format=`, `suffix` the ending; plain links have neither. */
export interface LinkStyle {
  readonly query?: string
  readonly suffix?: string
}

export function createLinks(base: string, { query, suffix }: LinkStyle): Links {
  const end = query === undefined ? '' : `?format=${encodeURIComponent(query)}`
  return {
    base,
    api: (path) =>
      suffix === undefined
        ? `${base}/api/${path}${end}`
        : `${base}/api/${path.replace(/\/$/, '')}.${suffix}`,
    page: (path) => `${base}/${path}`,
  }
}
