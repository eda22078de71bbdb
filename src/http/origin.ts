import { BlockList, isIP } from 'node:net'
import type { RequestHead } from './request-info.ts'

/** For requests whose Host header is missing or names no host. */
const FALLBACK_HOST = 'localhost'
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i

/**
 * Returns the function that gives a request's origin, without a trailing slash: `baseUrl` where configured, else what the
 * client used: the Host header, or `X-Forwarded-Host` and `-Proto` from a trusted proxy (addresses or CIDR ranges).
 */
export function createOriginReader({
  baseUrl,
  trustedProxies,
}: {
  baseUrl: string | undefined
  trustedProxies: readonly string[]
}): (head: Pick<RequestHead, 'header' | 'peer'>) => string {
  const trusted = createBlockList(trustedProxies)
  let lastHost = ''
  return ({ header, peer }) => {
    if (baseUrl !== undefined) return baseUrl
    const isTrusted = trustedProxies.length > 0 && peer !== undefined && isListed(trusted, peer)
    const scheme = isTrusted && header('x-forwarded-proto') === 'https' ? 'https' : 'http'
    const forwarded = isTrusted ? header('x-forwarded-host')?.split(',')[0]?.trim() : undefined
    const host = forwarded ?? header('host') ?? FALLBACK_HOST
    // Most requests ask for the same host as the one before.
    if (host !== lastHost && !HOST.test(host)) return `${scheme}://${FALLBACK_HOST}`
    lastHost = host
    return `${scheme}://${host}`
  }
}

function createBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function isListed(list: BlockList, peer: string): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/, '')
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
