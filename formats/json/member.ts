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

const KINDS = { number: 'a number', array: 'a list', object: 'an object' } as const

/** What a message calls a value. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'a string'
  return typeof value === 'boolean' ? String(value) : KINDS[value.kind]
}
