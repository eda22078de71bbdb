import { BlockList, isIP } from 'node:net'
import type { RequestHead } from './request-info.ts'

/** Returns whether an address belongs to a trusted proxy, whose headers are believed. */
export type IsTrusted = (address: string) => boolean

/** Returns a test for trusted proxies, given their addresses or CIDR ranges. */
export function createTrust(ranges: readonly string[]): IsTrusted {
  if (ranges.length === 0) return () => false
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    const address = unmapped(text)
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * Returns the function that identifies the client of a request: by its address, or behind trusted proxies by the
 * address that the outermost one saw. Of IPv6, only the first half counts, since a client gets a whole /64 network.
 * Returns `''` if there is no socket.
 */
export function createClientReader(
  isTrusted: IsTrusted,
): (head: Pick<RequestHead, 'header' | 'peer'>) => string {
  return ({ header, peer = '' }) => {
    let client = peer
    if (isTrusted(peer)) {
      const forwarded = (header('x-forwarded-for') ?? '').split(',').map(withoutPort)
      // Each proxy appends the address from which it received the request.
      client = forwarded.findLast((address) => isIP(address) !== 0 && !isTrusted(address)) ?? peer
    }
    const address = unmapped(client)
    return isIP(address) === 6 ? networkOf(address) : address
  }
}

/** Removes the port that some proxies append: `192.0.2.1:52132`, `[2001:db8::1]:52132`. */
function withoutPort(address: string): string {
  return address.trim().replace(/^(?:([\d.]+)|\[(.*)\]):\d+$/, '$1$2')
}

/** Unwraps an IPv4 address that a dual-stack socket reports as IPv6. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** Returns the first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  const [start = '', end] = address.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const zeros = end === undefined ? 0 : 8 - groups(start).length - groups(end).length
  const allGroups = [
    ...groups(start),
    ...Array<string>(Math.max(zeros, 0)).fill('0'),
    ...groups(end ?? ''),
  ]
  return allGroups.slice(0, 4).join(':')
}

/** Used if the Host header is missing, as in health checks of HAProxy, or invalid. */
export const FALLBACK_HOST = 'localhost'
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i
const PREFIX = /^(?:\/[\w.~-]+)+$/

/**
 * Returns the function that determines a request's origin, without a trailing slash: `baseUrl` if configured, else the
 * Host header, or `X-Forwarded-Host`, `-Proto` and `-Prefix` from a trusted proxy.
 */
export function createOriginReader(
  baseUrl: string | undefined,
  isTrustedPeer: IsTrusted,
): (head: Pick<RequestHead, 'header' | 'peer'>) => string {
  let lastHost = ''
  return ({ header, peer }) => {
    if (baseUrl !== undefined) return baseUrl
    const isTrusted = peer !== undefined && isTrustedPeer(peer)
    // If several proxies add to a header, its first value is what the client sees.
    const forwarded = (name: string) =>
      isTrusted ? header(`x-forwarded-${name}`)?.split(',')[0]?.trim() : undefined
    const scheme = forwarded('proto') === 'https' ? 'https' : 'http'
    const host = forwarded('host') ?? header('host') ?? FALLBACK_HOST
    const path = forwarded('prefix')?.replace(/\/+$/, '') ?? ''
    const prefix = PREFIX.test(path) ? path : ''
    // Consecutive requests mostly name the same host, so the last valid one needs no check.
    if (host !== lastHost && !HOST.test(host)) return `${scheme}://${FALLBACK_HOST}${prefix}`
    lastHost = host
    return `${scheme}://${host}${prefix}`
  }
}
