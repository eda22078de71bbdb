import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Service } from './services.ts'

/** Returns whether the sender of a delivery has the secret: by its signature or token, or else by its password. */
export function isSigned(
  secret: string,
  { signature, token }: Service,
  header: (name: string) => string | undefined,
  body: Buffer,
): boolean {
  if (signature !== undefined) {
    const received = (header(signature) ?? '').replace(/^sha256=/, '')
    return isSame(received, createHmac('sha256', secret).update(body).digest('hex'))
  }
  if (token !== undefined) {
    // Services send the bytes of the text, which Node decodes as Latin-1.
    return isSame(Buffer.from(header(token) ?? '', 'latin1').toString(), secret)
  }
  const [, basic = ''] = /^Basic (\S+)$/i.exec(header('authorization') ?? '') ?? []
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
  return isSame(password, secret)
}

/** Compares in constant time. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
