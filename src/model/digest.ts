import { createHash } from 'node:crypto'

/** Digests a JSON value for keys of what is derived from it: SHA-1 as 40 hexadecimal digits. */
export function digestOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex')
}
