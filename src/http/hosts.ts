import { BlockList, isIP } from 'node:net'
import type { CachedResponse } from './page-cache.ts'
import type { RequestHead } from './request-info.ts'

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
