import type { Json, JsonExtra, JsonList, Verbatim } from '../rendering/json.ts'

/** The schema of a value: a resource, which other schemas reference by name, or JSON Schema (2020-12). */
export type Schema = Resource | JsonSchema

/** The type of the values that match a schema. */
export type JsonOf<S extends Schema> = S extends Typed<infer T extends Json> ? T : never

interface Typed<T> {
  /** Never set; carries the type of the values for the compiler. */
  readonly $type?: T
}

type Properties = Readonly<Record<string, Schema>>

/** The type of an object whose members match schemas. */
export type MembersOf<P extends Properties> = { readonly [K in keyof P]: JsonOf<P[K]> }

/** An API object whose keys are all required, in the order of the response. */
export interface Resource<P extends Properties = Properties> extends Typed<MembersOf<P>> {
  /** In PascalCase (`ProjectLanguage`), unique in the API. */
  readonly name: string
  readonly description: string
  readonly properties: P
}

/** Keywords of JSON Schema that say something about a value itself. */
type Keywords = {
  /** Unique in the API; references use it. Rust generators treat an untitled numeric enum as text. */
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | number | null)[]
  readonly default?: Json
  readonly minLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** The subset of JSON Schema that the API uses. */
export interface JsonSchema<T = unknown> extends Typed<T>, Keywords {
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema
}

/** A schema in a document, where named schemas are references. */
export type SchemaJson = Keywords & {
  readonly $ref?: string
  readonly items?: SchemaJson
  readonly anyOf?: readonly SchemaJson[]
  readonly additionalProperties?: SchemaJson
  readonly properties?: Readonly<Record<string, SchemaJson>>
  readonly required?: readonly string[]
}

export const STRING: JsonSchema<string> = { type: 'string' }
export const BOOLEAN: JsonSchema<boolean> = { type: 'boolean' }
export const INTEGER: JsonSchema<number> = { type: 'integer' }
/** An id below 2^53. Ids of changes exceed 32 bits. */
export const ID: JsonSchema<number> = { type: 'integer', format: 'int64' }
/** A number of items. */
export const COUNT: JsonSchema<number> = { type: 'integer', minimum: 0 }
/** A signed 64-bit integer, written in full since a double cannot represent it. */
export const HASH: JsonSchema<Verbatim> = { type: 'integer', format: 'int64' }
/** A percentage from 0 to 100, truncated to one decimal. */
export const PERCENT: JsonSchema<Verbatim> = { type: 'number', minimum: 0, maximum: 100 }
/** An absolute address. */
export const LINK: JsonSchema<string> = { type: 'string', format: 'uri' }
/** ISO 8601. */
export const TIMESTAMP: JsonSchema<string | Verbatim> = { type: 'string', format: 'date-time' }

/** The content of a file that is not JSON. */
export const BINARY: JsonSchema<string> = { type: 'string', format: 'binary' }

/** Returns an enum of texts. */
export function oneOf<const T extends string>(...values: readonly T[]): JsonSchema<T> {
  return { type: 'string', enum: values }
}

/** Returns the schema of an object with arbitrary keys and values of one schema; of any values without `values`. */
export function recordOf<S extends Schema>(
  values?: S,
): JsonSchema<Readonly<Record<string, JsonOf<S>>>> {
  return { type: 'object', ...(values && { additionalProperties: values }) }
}

/** Returns the schema of an array. */
export function arrayOf<S extends Schema>(
  items: S,
): JsonSchema<readonly JsonOf<S>[] | JsonList<JsonOf<S>>> {
  return { type: 'array', items }
}

/** Returns a schema that also accepts null. */
export function nullable<S extends Schema>(schema: S): JsonSchema<JsonOf<S> | null> {
  if (isResource(schema) || typeof schema.type !== 'string') {
    return { anyOf: [schema, { type: 'null' }] }
  }
  const { $type: _, ...rest }: JsonSchema = schema
  return { ...rest, type: [schema.type, 'null'] }
}

/** Marks the schema of a member that Weblate does not have, see `JsonExtra`. */
export function extra<P extends Properties>(
  schema: Resource<P>,
): JsonSchema<JsonExtra<MembersOf<P>>> {
  // Only the static type of the values differs.
  return schema as Schema as JsonSchema<JsonExtra<MembersOf<P>>>
}

/** Adds a description to a schema. */
export function described<T>(schema: JsonSchema<T>, description: string): JsonSchema<T> {
  return { ...schema, description }
}

/** Defines an object with required keys, which other schemas reference by name. */
export function resource<P extends Properties>(
  name: string,
  description: string,
  properties: P,
): Resource<P> {
  return { name, description, properties }
}

/** A member's schema, and its value for a subject (default: the subject's member of the same name in camelCase). */
type Field<Subject, S extends Schema> =
  | S
  | readonly [schema: S, read: (subject: Subject) => JsonOf<S>]
type Fields<Subject, P extends Properties> = {
  readonly [K in keyof P]: Field<Subject, P[K]>
}

/** A resource that knows the values of its members. */
export interface Shown<Args extends readonly unknown[], Subject, P extends Properties>
  extends Resource<P> {
  readonly subjectOf: (...args: Args) => Subject
  readonly fields: Fields<Subject, P>
  /** Returns the object in a response, with the keys in the order of the fields. */
  readonly json: (...args: Args) => MembersOf<P>
}

/** Defines an object of responses: what its members are of, and for each member its schema and value. */
export function shown<Args extends readonly unknown[], Subject, P extends Properties>(
  name: string,
  description: string,
  subjectOf: (...args: Args) => Subject,
  fields: Fields<Subject, P>,
): Shown<Args, Subject, P> {
  const members = Object.entries(fields as Fields<Subject, Properties>).map(([key, field]) => {
    if (isPair(field)) return { key, schema: field[0], read: field[1] }
    return { key, schema: field, read: memberOf(key) }
  })
  const properties = Object.fromEntries(members.map(({ key, schema }) => [key, schema]))
  return {
    ...resource(name, description, properties as P),
    subjectOf,
    fields,
    json(...args) {
      const subject = subjectOf(...args)
      const object: Record<string, unknown> = {}
      for (const { key, read } of members) object[key] = read(subject)
      return object as MembersOf<P>
    },
  }
}

/** Returns a function that returns the member of a subject that a key of a response names in snake_case. */
export function memberOf(key: string): (subject: unknown) => unknown {
  const name = key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return (subject) => (subject as Readonly<Record<string, unknown>>)[name]
}

function isPair<Subject>(
  field: Field<Subject, Schema>,
): field is readonly [Schema, (subject: Subject) => never] {
  return Array.isArray(field)
}

/** Builds an object by calling `make` for each key. */
export function fromKeys<K extends string, V>(
  keys: readonly K[],
  make: (key: K) => V,
): Readonly<Record<K, V>> {
  // Object.fromEntries loses the types of the keys.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>
}

/** Returns the schema of one page of a list. */
export function page<R extends Resource>(item: R) {
  const { name } = item
  return resource(`${name}Page`, `One page of a list of ${name}.`, {
    count: described(COUNT, 'Number of items on all pages.'),
    next: nullable(LINK),
    previous: nullable(LINK),
    results: arrayOf(item),
  })
}

/** Returns whether a schema is a named resource. */
export function isResource(schema: Schema): schema is Resource {
  return 'name' in schema
}

/** Returns the schema as JSON. Resources and titled schemas become references, and are added to `components`. */
export function toJson(schema: Schema, components: Map<string, SchemaJson>): SchemaJson {
  const name = isResource(schema) ? schema.name : schema.title
  if (name === undefined) return bodyToJson(schema, components)
  if (!components.has(name)) {
    // Reserves the name first, so that schemas appear in the order of their first mention.
    components.set(name, {})
    components.set(name, bodyToJson(schema, components))
  }
  return { $ref: `#/components/schemas/${name}` }
}

function bodyToJson(schema: Schema, components: Map<string, SchemaJson>): SchemaJson {
  if (isResource(schema)) {
    const { description, properties } = schema
    const members = Object.entries(properties).map(([key, member]) => {
      return [key, toJson(member, components)] as const
    })
    const required = Object.keys(properties)
    return { description, type: 'object', properties: Object.fromEntries(members), required }
  }
  const { items, anyOf, additionalProperties: values, $type: _, ...rest } = schema
  return {
    ...rest,
    ...(items && { items: toJson(items, components) }),
    ...(anyOf && { anyOf: anyOf.map((alternative) => toJson(alternative, components)) }),
    ...(values && { additionalProperties: toJson(values, components) }),
  }
}
