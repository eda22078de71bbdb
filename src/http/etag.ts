import { createHash } from 'node:crypto'
import { nextTurn } from '../next-turn.ts'
import type { ReadHeader } from './request-info.ts'

/** How the body of a response is compressed. */
export type Encoding = 'gzip' | 'br'

/** Hashing more than this takes several milliseconds, so it must not block other requests. */
const LARGE_BYTES = 4 << 20

/** Returns the tag of a page, without quotes: of its type and body only, so a commit that changes neither keeps it. */
export async function tagOf(type: string, body: Buffer): Promise<string> {
  const hash = createHash('sha1').update(`${type}\n`)
  for (let start = 0; start < body.length; start += LARGE_BYTES) {
    if (start > 0) await nextTurn()
    hash.update(body.subarray(start, start + LARGE_BYTES))
  }
  return hash.digest('base64url')
}

/** Returns the value of `ETag`, which differs for each encoding of a page. */
export function etagOf(tag: string, encoding: Encoding | undefined): string {
  return encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`
}

/**
 * Returns whether the client has the page, by `If-None-Match`. `If-Modified-Since` says nothing: an older commit may
 * replace a newer one, and then other bytes have an earlier time.
 */
export function isKnown(tag: string, header: ReadHeader): boolean {
  const tags = header('if-none-match')
  if (tags === undefined) return false
  // Clients mostly send one tag, unchanged.
  if (tags === `"${tag}"`) return true
  return tags.split(',').some((part) => {
    const clientTag = part.trim()
    return clientTag === '*' || clientTag.replace(/^(?:W\/)?"|(?:-gzip|-br)?"$/g, '') === tag
  })
}
