import { parseErrorAt } from '../../src/text.ts'

/** A number as written in the file, so that no digits are lost. */
export interface JsonNumber {
  readonly kind: 'number'
  /** As written in the file; also `NaN`, `Infinity`, `-Infinity`. */
  readonly text: string
  readonly isInteger: boolean
}

/** A list, with its items in file order. */
export interface JsonArray {
  readonly kind: 'array'
  readonly items: readonly JsonValue[]
  /** UTF-16 offset of each item. */
  readonly offsets: readonly number[]
}

/**
 * An object, with members in file order. A repeated key has its last value at its first position. No key is special.
 */
export interface JsonObject {
  readonly kind: 'object'
  readonly keys: readonly string[]
  readonly values: readonly JsonValue[]
  /** UTF-16 offset of each key; the last one of a repeated key. */
  readonly offsets: readonly number[]
}

/** Any value of a file. */
export type JsonValue = string | boolean | null | JsonNumber | JsonArray | JsonObject

/** Returns whether a value has members. */
export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && value.kind === 'object'
}

/** Returns whether a value is a list. */
export function isArray(value: JsonValue): value is JsonArray {
  return typeof value === 'object' && value !== null && value.kind === 'array'
}

/** Returns the value of a member; undefined if there is none. */
export function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  const index = object.keys.indexOf(key)
  return index === -1 ? undefined : object.values[index]
}

/** Returns a member of an object as `memberOf` does; throws ParseError if it is not of one of some kinds. */
export type ReadMember = (
  object: JsonObject,
  key: string,
  ...kinds: readonly Kind[]
) => JsonValue | undefined

type Kind = 'text' | 'object'

/** Takes any kind. */
export const anyMember: ReadMember = (object, key) => memberOf(object, key)

/** Returns a function that refuses members of other kinds, except null, in a decoded text. */
export function typedMember(text: string): ReadMember {
  return (object, key, ...kinds) => {
    const value = memberOf(object, key)
    if (value === undefined || value === null || kinds.some((kind) => isOfKind(value, kind)))
      return value
    const offset = object.offsets[object.keys.indexOf(key)] ?? 0
    const names = kinds.map((kind) => (kind === 'text' ? 'a text' : 'an object'))
    const message = `expected ${names.join(' or ')} as ${key}, found ${kindOf(value)}`
    throw parseErrorAt(text, offset, message)
  }
}

function isOfKind(value: JsonValue, kind: Kind): boolean {
  return kind === 'text' ? typeof value === 'string' : isObject(value)
}

const KINDS = { number: 'a number', array: 'a list', object: 'an object' } as const

/** Returns the name of a value's kind in messages. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'a string'
  return typeof value === 'boolean' ? String(value) : KINDS[value.kind]
}
