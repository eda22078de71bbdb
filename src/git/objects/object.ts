/** Git's four types of objects. */
export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

/** An object as stored: its bytes without the header. The bytes are shared with a cache: do not write to them. */
export interface GitObject {
  readonly type: ObjectType
  readonly data: Buffer
}

/** The default limit: larger objects are refused. */
export const MAX_OBJECT_BYTES: number = 64 * 1024 * 1024

/** Type by its number in a pack; undefined for deltas and unknown numbers. */
export const PACKED_TYPES: readonly (ObjectType | undefined)[] = [
  undefined,
  'commit',
  'tree',
  'blob',
  'tag',
]

/** Whether a word is the name of a type. */
export function isObjectType(word: string): word is ObjectType {
  return word === 'commit' || word === 'tree' || word === 'blob' || word === 'tag'
}

/** Whether a text is a full object id: 40 lower-case hex digits. */
export function isOid(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}
