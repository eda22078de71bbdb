import { hash } from 'node:crypto'

/** Digests a JSON value for keys of what is derived from it: SHA-1 as 40 hexadecimal digits. */
export function digestOf(value: unknown): string {
  return hash('sha1', JSON.stringify(value))
}
