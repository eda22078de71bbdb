import { RepositoryError } from '../../errors.ts'

/** In the order of their numbers in packs, which start at 1. */
export const OBJECT_TYPES = ['commit', 'tree', 'blob', 'tag'] as const
/** Git's four types of objects. */
export type ObjectType = (typeof OBJECT_TYPES)[number]

/** An object's bytes without its header. The bytes are shared with a cache: do not modify them. */
export interface GitObject {
  readonly type: ObjectType
  readonly data: Buffer
}

/** Default limit; larger objects are rejected. */
export const MAX_OBJECT_BYTES: number = 64 * 1024 * 1024

/** Returns the error about objects or refs that are missing, malformed or inconsistent. */
export function damaged(message: string, options?: ErrorOptions): RepositoryError {
  return new RepositoryError('damaged', message, options)
}

/** Throws RepositoryError if a size is over a limit. */
export function checkSize(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return
  throw new RepositoryError('too-large', `${bytes} bytes, over the limit of ${maxBytes} bytes`)
}

/** Returns whether a string is a full object id: 40 lower-case hex digits. */
export function isOid(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}
