import type { IsTrusted } from './client.ts'
import type { RequestHead } from './request-info.ts'

/** For requests whose Host header is missing, as in checks of HAProxy, or names no host. */
export const FALLBACK_HOST = 'localhost'
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i
const PREFIX = /^(?:\/[\w.~-]+)+$/

/**
 * Returns the function that gives a request's origin, without a trailing slash: `baseUrl` where configured, else what the
 * client used: the Host header, or `X-Forwarded-Host`, `-Proto` and `-Prefix` from a trusted proxy.
 */
export function createOriginReader({
  baseUrl,
  isTrusted: isTrustedPeer,
}: {
  baseUrl: string | undefined
  isTrusted: IsTrusted
}): (head: Pick<RequestHead, 'header' | 'peer'>) => string {
  let lastHost = ''
  return ({ header, peer }) => {
    if (baseUrl !== undefined) return baseUrl
    const isTrusted = peer !== undefined && isTrustedPeer(peer)
    // Where several proxies add to a header, the first is the one that the client sees.
    const forwarded = (name: string) =>
      isTrusted ? header(`x-forwarded-${name}`)?.split(',')[0]?.trim() : undefined
    const scheme = forwarded('proto') === 'https' ? 'https' : 'http'
    const host = forwarded('host') ?? header('host') ?? FALLBACK_HOST
    const prefix = prefixOf(forwarded('prefix') ?? '')
    // Most requests ask for the same host as the one before.
    if (host !== lastHost && !HOST.test(host)) return `${scheme}://${FALLBACK_HOST}${prefix}`
    lastHost = host
    return `${scheme}://${host}${prefix}`
  }
}

function prefixOf(forwarded: string): string {
  const prefix = forwarded.replace(/\/+$/, '')
  return PREFIX.test(prefix) ? prefix : ''
}
