import { createHash } from 'node:crypto'

/** Names a value of JSON: SHA-1 as 40 hexadecimal digits, for keys of what is derived from it. */
export function digestOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex')
}
