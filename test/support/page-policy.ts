import { createHash } from 'node:crypto'

/** The Content-Security-Policy that lets a page have its own style, and nothing else. */
export function policyOf(html: string): string {
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
