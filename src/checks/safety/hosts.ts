import type { Range } from '../check.ts'
import { readingsOf } from './readings.ts'
import { linkTargetsIn } from './tags.ts'

/** A host in a link or address of a text. */
export interface Linked extends Range {
  readonly host: string
}

/** `https://` or `//`, or with backslashes, which browsers accept too. */
const SLASHES = /(?:(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}):)?[\\/]{2}/gi
const AUTHORITY = /^[^\s\\/?#<>"'`()[\]|^\u2018-\u201f]*/
const WEB = /(?<![\w@./-])www\.[^\s\\/?#<>"'`()[\]|^]+/gi
const MAIL = /[\w.+-]{1,64}@([a-z0-9\u00a1-\uffff-]+(?:\.[a-z0-9\u00a1-\uffff-]+)+)/gi
/** A host without a scheme, but with a path. */
const WITH_PATH =
  /(?<![\w@./-])((?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|info|biz|xyz|top|online|site|shop|club|link|click|io|me|co|app|dev|ru|cn|tk|cc|ly|gl|gg|to))\/[\w~-]/gi
const PLACEHOLDER =
  /\$?\{\{?[^{}\s]*\}\}?|%(?:\d+\$)?[a-z@]|%\([^()\s]*\)[a-z]|%\{[^{}\s]*\}|\$\w+/gi
const MAX_HOST = 255
const END = /[.,:;!?\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f]+$/

/** Texts without any of these contain no link. */
const HINT =
  /[\\/]{2}|www\.|@|\]\(|\]:|(?:href|src|action|data|poster|background|cite)\s*=|&#|&sol|%2f|\\[ux]|\.\w{2,6}\//i

/**
 * Returns the hosts to which a text links, decoded as programs may read it. A placeholder in a host matches any name.
 */
export function hostsIn(text: string): Linked[] {
  if (!HINT.test(text)) return []
  return readingsOf(text).flatMap((reading, index) => {
    const links = linksIn(reading)
    // Offsets in decoded text are not those of the original.
    return index === 0 ? links : links.map(({ host }) => ({ host, start: 0, end: 0 }))
  })
}

function linksIn(text: string): Linked[] {
  const links: Linked[] = []
  const add = (written: string, start: number, end = start + written.length) => {
    const host = hostOf(written)
    if (host !== undefined) links.push({ host, start, end })
  }
  for (const match of text.matchAll(SLASHES)) {
    const start = match.index + match[0].length
    const written = AUTHORITY.exec(text.slice(start, start + MAX_HOST))?.[0] ?? ''
    const before = text[match.index - 1] ?? ' '
    // `//` in a path or comment starts no host.
    if (
      match[1] === undefined &&
      !(/[\s"'(=:[>]/.test(before) && /\.[^\W\d]{2,}|\d\.\d/.test(written))
    )
      continue
    add(written, start)
  }
  for (const match of text.matchAll(WEB)) add(match[0], match.index)
  for (const match of text.matchAll(WITH_PATH)) add(match[1] ?? '', match.index)
  for (const match of text.matchAll(MAIL)) {
    const host = match[1] ?? ''
    add(host, match.index + match[0].length - host.length)
  }
  for (const { value, start, end } of linkTargetsIn(text)) {
    const host = hostOfTarget(value)
    if (host !== undefined) links.push({ host, start, end })
  }
  return links
}

const OWN = 'own.invalid'

/** Returns the host of a link's address, in any notation that browsers accept. */
function hostOfTarget(value: string): string | undefined {
  try {
    const { hostname, protocol } = new URL(named(value), `ftp://${OWN}/`)
    return /^(?:https?|ftp|wss?):$/.test(protocol) && hostname !== OWN ? tidy(hostname) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the host of an authority as browsers normalize it: in lower case, international names as `xn--`; undefined if
 * there is none.
 */
function hostOf(authority: string): string | undefined {
  const written = named(authority).replace(END, '')
  // Letters of other scripts may belong to the following text.
  const [plain = ''] = /^[\w.:@-]*/.exec(written) ?? []
  const hosts = [plain, written].map(parseHost)
  return hosts.find((host) => host !== undefined && isReal(host)) ?? hosts[1]
}

function parseHost(authority: string): string | undefined {
  try {
    return tidy(new URL(`http://${authority}`).hostname)
  } catch {
    return undefined
  }
}

function named(text: string): string {
  return text.replace(PLACEHOLDER, 'x')
}

function tidy(host: string): string {
  return host.replace(/\.+$/, '')
}

function isReal(host: string): boolean {
  return /[^.]\.[^.]/.test(host) || host.startsWith('[')
}

const RESERVED =
  /(?:^|\.)(?:localhost|local|localdomain|example|test|invalid|example\.(?:com|net|org))$|^(?:0|10|127)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^\[::1?\]$/

/** Returns whether nobody can own the host: example names, private addresses, names without a dot. */
export function isReserved(host: string): boolean {
  return !isReal(host) || RESERVED.test(host)
}

/** Reduces a host to what hosts of one owner share: the name without a leading `www` or language code. */
export function ownerOf(host: string): string {
  return host.replace(/^(?:www|[a-z]{2}(?:-[a-z]{2,4})?)\.(?=[^.]+\.)/, '')
}
