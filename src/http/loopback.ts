import { createTrust } from './forwarded.ts'
import type { CachedResponse } from './page-cache.ts'
import type { RequestHead } from './request-info.ts'

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/i
const isLoopbackAddress = createTrust(['127.0.0.0/8', '::1'])

/** Returns whether an address or host name is reachable from this machine alone. */
export function isLoopback(host: string): boolean {
  return isLoopbackAddress(host) || host.toLowerCase() === 'localhost'
}

/** Rejects requests for other hosts on a server for this machine only, which prevents DNS rebinding. */
export function refuseOtherHosts({ header }: RequestHead): CachedResponse | undefined {
  const host = header('host')
  // Browsers always send a Host header.
  if (host === undefined || LOCAL_HOST.test(host)) return undefined
  const text =
    'This server only answers requests for localhost, 127.0.0.1 and [::1]: set base_url to serve another name.\n'
  const body = Buffer.from(text)
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
  }
  return { status: 421, headers, body }
}
