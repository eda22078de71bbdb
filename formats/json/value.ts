/** A number as it stands in the file, so that none loses digits. */
export interface JsonNumber {
  readonly kind: 'number'
  /** As written in the file; also `NaN`, `Infinity`, `-Infinity`. */
  readonly text: string
  readonly isInteger: boolean
}

/** A list; its items in file order. */
export interface JsonArray {
  readonly kind: 'array'
  readonly items: readonly JsonValue[]
  /** UTF-16 offset of each item. */
  readonly offsets: readonly number[]
}

/** Members in file order; a repeated key has its last value at its first place. No key is special. */
export interface JsonObject {
  readonly kind: 'object'
  readonly keys: readonly string[]
  readonly values: readonly JsonValue[]
  /** UTF-16 offset of each key (of a repeated one: the last). */
  readonly offsets: readonly number[]
}

/** Any value of a file. */
export type JsonValue = string | boolean | null | JsonNumber | JsonArray | JsonObject
