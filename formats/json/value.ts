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
