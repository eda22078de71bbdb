/**
 * One field of the configuration: what the reader checks, what the editors' schema says and what people read about it.
 * Its name in the file is that of the property in snake_case, as Weblate's.
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
  /** Absent: the field is required. */
  readonly default?: V
  readonly oneOf?: readonly V[]
  /** The texts that a mapping may have as values. */
  readonly valuesOf?: readonly string[]
  /** In characters; for numbers the largest value is `maximum`. */
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  /** The value may also stand in a file that `<name>_file` names. */
  readonly isSecret?: true
  /** Which of the reader's parsers must take the text, or each key of a mapping. */
  readonly parser?: ParserName
  /** A regular expression for the schema; `check` says the same in words. */
  readonly pattern?: string
  /** What is wrong with a value of the right type; undefined: nothing. A method, so that tables can hold fields of all types. */
  check?(value: V): string | undefined
}

/** Languages inside the configuration that other modules know how to parse. */
export type ParserName = 'flags' | 'address' | 'branch' | 'rule' | 'rulePattern'

/** The fields of a mapping, by property. */
export type Table = Readonly<Record<string, Field<unknown>>>

/** What a mapping of these fields holds once defaults are filled in. */
export type ValuesOf<T extends Table> = {
  readonly [K in keyof T]: T[K] extends Field<infer V> ? V : never
}

type Rules<V> = Omit<Field<V>, 'type' | 'description'>

/** A text; required unless it has a default, and then not empty. */
export function text<V extends string | undefined = string>(
  description: string,
  rules: NoInfer<Rules<V>> = {},
): Field<V> {
  return { type: 'string', description, ...rules }
}

/** One of some texts; required unless it has a default. */
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

/** A list of texts, empty by default. */
export function texts(
  description: string,
  check?: (value: readonly string[]) => string | undefined,
): Field<readonly string[]> {
  return { type: 'strings', description, default: [], ...(check && { check }) }
}

/** A mapping of names, which a parser must take, to one of some texts; empty by default. */
export function mapping<const V extends string>(
  description: string,
  valuesOf: readonly V[],
  parser: ParserName,
): Field<Readonly<Record<string, V>>> {
  return { type: 'mapping', description, default: {}, valuesOf, parser }
}

/** A mapping of names to texts, numbers, true and false; empty by default. */
export function scalars(
  description: string,
): Field<Readonly<Record<string, string | number | boolean>>> {
  return { type: 'scalars', description, default: {} }
}

/** A whole number. */
export function integer(
  description: string,
  fallback: number,
  rules: Rules<number> = {},
): Field<number> {
  return { type: 'integer', description, default: fallback, ...rules }
}

/** A number. */
export function number<V extends number | undefined = number>(
  description: string,
  fallback: V,
  rules: Rules<number> = {},
): Field<V> {
  return { type: 'number', description, default: fallback, ...rules } as Field<V>
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
/** What `parseSize` takes, for the schema. */
export const SIZE_PATTERN: string = `^[0-9]+ ?(${UNITS.join('|')})$`

/** A number of bytes; in the file a whole number or a text such as `64 MiB`. */
export function size<V extends number | undefined = number>(
  description: string,
  fallback: V,
  rules: Rules<number> = {},
): Field<V> {
  return { type: 'size', description, default: fallback, ...rules } as Field<V>
}

/** The bytes of a text such as `64 MiB`; undefined for others. */
export function parseSize(text: string): number | undefined {
  if (!new RegExp(SIZE_PATTERN).test(text)) return undefined
  const bytes = Number.parseInt(text, 10) * 1024 ** UNITS.indexOf(text.replace(/^\d+ ?/, ''))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** Yes or no. */
export function flag(description: string, fallback: boolean): Field<boolean> {
  return { type: 'boolean', description, default: fallback }
}

/** The name in the file of a property: `languageRegex` is `language_regex`. */
export function fieldName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
