import { parseErrorAt } from '../../src/text.ts'
import type { JsonArray, JsonObject, JsonValue } from './value.ts'

/** Whether a value has members. */
export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && value.kind === 'object'
}

/** Whether a value is a list. */
export function isArray(value: JsonValue): value is JsonArray {
  return typeof value === 'object' && value !== null && value.kind === 'array'
}

/** The value of a member; undefined where there is none. */
export function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  const index = object.keys.indexOf(key)
  return index === -1 ? undefined : object.values[index]
}

/** Gives the member of an object as `memberOf` does, or throws ParseError for one that is of none of some kinds. */
export type ReadMember = (
  object: JsonObject,
  key: string,
  ...kinds: readonly Kind[]
) => JsonValue | undefined

type Kind = 'text' | 'list' | 'object'

/** Takes any kind. */
export const anyMember: ReadMember = (object, key) => memberOf(object, key)

/** Refuses members of other kinds in a decoded text, but for null. */
export function typedMember(text: string): ReadMember {
  return (object, key, ...kinds) => {
    const value = memberOf(object, key)
    if (value === undefined || value === null || kinds.some((kind) => isOfKind(value, kind)))
      return value
    const offset = object.offsets[object.keys.indexOf(key)] ?? 0
    const found = `expected a ${kinds.join(' or ')} as ${key}, found ${kindOf(value)}`
    throw parseErrorAt(text, offset, found)
  }
}

function isOfKind(value: JsonValue, kind: Kind): boolean {
  if (kind === 'text') return typeof value === 'string'
  return kind === 'list' ? isArray(value) : isObject(value)
}

const KINDS = { number: 'a number', array: 'a list', object: 'an object' } as const

/** What a message calls a value. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'a string'
  return typeof value === 'boolean' ? String(value) : KINDS[value.kind]
}
