/**
 * A field of the configuration: its validation, its part of the editors' schema, and its documentation. The name in the
 * file is the property's in snake_case, like Weblate's.
 */
export interface Field<V> {
  readonly type:
    | 'string'
    | 'integer'
    | 'number'
    | 'size'
    | 'boolean'
    | 'strings'
    | 'mapping'
    | 'scalars'
  readonly description: string
  /** Absent if the field is required. */
  readonly default?: V
  readonly oneOf?: readonly V[]
  readonly valuesOf?: readonly string[]
  /** Maximum number of characters; for numbers, `maximum` is the largest value. */
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** Whether `<name>_file` may name a file with the value. */
  readonly isSecret?: true
  /** The parser that must accept the text, or each key of a mapping. */
  readonly parser?: ParserName
  /** A regular expression. If `wants` is absent, it is for the schema alone, and `check` says what is wrong. */
  readonly pattern?: string
  /** What a text that does not match `pattern` needs: `a language code`. */
  readonly wants?: string
  /** Returns the error about a value of the right type, if any. A method, so that tables can hold all fields. */
  check?(value: V): string | undefined
}

/** Languages inside the configuration, which other modules parse. */
export type ParserName = 'flags' | 'address' | 'branch' | 'rule' | 'rulePattern'

/** The fields of a mapping by property. */
export type Table = Readonly<Record<string, Field<unknown>>>

/** The values of a mapping after defaults are applied. */
export type ValuesOf<T extends Table> = {
  readonly [K in keyof T]: T[K] extends Field<infer V> ? V : never
}

type Rules<V> = Omit<Field<V>, 'type' | 'description'>

/** Returns a string field, empty by default. */
export function text<V extends string | undefined = string>(
  description: string,
  rules: NoInfer<Rules<V>> = {},
): Field<V> {
  return { type: 'string', description, default: '', ...rules } as Field<V>
}

/** Returns a string field that is required and must not be empty. */
export function requiredText(description: string, rules: Rules<string>): Field<string> {
  return { type: 'string', description, ...rules }
}

/** Returns a field with a fixed set of values; required unless it has a default. */
export function choice<const V extends string>(
  description: string,
  oneOf: readonly V[],
  fallback?: NoInfer<V>,
): Field<V> {
  return {
    type: 'string',
    description,
    ...(fallback !== undefined && { default: fallback }),
    oneOf,
  }
}

/** Returns a field with a list of strings, empty by default. */
export function texts(
  description: string,
  check?: (value: readonly string[]) => string | undefined,
): Field<readonly string[]> {
  return { type: 'strings', description, default: [], ...(check && { check }) }
}

/** Returns a field that maps names to strings, numbers and booleans; empty by default. */
export function scalars(
  description: string,
): Field<Readonly<Record<string, string | number | boolean>>> {
  return { type: 'scalars', description, default: {} }
}

type NumericField = <V extends number | undefined = number>(
  description: string,
  fallback: NoInfer<V>,
  rules?: Rules<number>,
) => Field<V>

function numeric(type: Field<unknown>['type'], usual: Rules<number> = {}): NumericField {
  return <V>(description: string, fallback: V, rules: Rules<number> = {}) =>
    ({ type, description, default: fallback, ...usual, ...rules }) as Field<V>
}

/** Return fields with a number, `size` with one of bytes from 1 on, written as an integer or as text such as `64 MiB`. */
export const integer: NumericField = numeric('integer')
export const number: NumericField = numeric('number')
export const size: NumericField = numeric('size', { minimum: 1 })

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
/** What `parseSize` accepts, for the schema. */
export const SIZE_PATTERN: string = `^[0-9]+ ?(${UNITS.join('|')})$`

/** Parses a size such as `64 MiB` into bytes; undefined for other text. */
export function parseSize(text: string): number | undefined {
  if (!new RegExp(SIZE_PATTERN).test(text)) return undefined
  const bytes = Number.parseInt(text, 10) * 1024 ** UNITS.indexOf(text.replace(/^\d+ ?/, ''))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** Returns a boolean field. */
export function flag(description: string, fallback: boolean): Field<boolean> {
  return { type: 'boolean', description, default: fallback }
}

/** Returns the name of a property in the file: `language_regex` for `languageRegex`. */
export function fieldName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
