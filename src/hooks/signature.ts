import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Service } from './services.ts'

/** Whether a delivery comes from who knows the secret: by its signature, its token, or its password where it has neither. */
export function isSigned(
  secret: string,
  { signature, token }: Service,
  header: (name: string) => string | undefined,
  body: Buffer,
): boolean {
  if (signature !== undefined) {
    const given = (header(signature) ?? '').replace(/^sha256=/, '')
    return isSame(given, createHmac('sha256', secret).update(body).digest('hex'))
  }
  if (token !== undefined) return isSame(header(token) ?? '', secret)
  const [, basic = ''] = /^Basic (\S+)$/i.exec(header('authorization') ?? '') ?? []
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
  return isSame(password, secret)
}

/** In a time that does not depend on the texts. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
