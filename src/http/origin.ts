import { BlockList, isIP } from 'node:net'
import type { IsTrusted } from './client.ts'
import type { CachedResponse } from './page-cache.ts'
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

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i
const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether what listens at an address, or a name, is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase() === 'localhost'
  return LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Refuses requests to another host than this machine, for a server that is for this machine alone: a site that a browser
 * shows may have its own name lead here, and would then read what is served (DNS rebinding).
 */
export function refuseOtherHosts({
  header,
}: Pick<RequestHead, 'header'>): CachedResponse | undefined {
  const host = header('host')
  // Browsers always send one.
  if (host === undefined || LOCAL_HOST.test(host)) return undefined
  const text =
    'This server answers at localhost, 127.0.0.1 and [::1] alone: set base_url to serve at another name.\n'
  const body = Buffer.from(text)
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
  }
  return { status: 421, headers, body }
}

function prefixOf(forwarded: string): string {
  const prefix = forwarded.replace(/\/+$/, '')
  return PREFIX.test(prefix) ? prefix : ''
}
