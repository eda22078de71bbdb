import type { Json, JsonExtra, JsonList, JsonNumber, JsonText } from '../rendering/json.ts'

/** The schema of a value: a resource, which others refer to by its name, or JSON Schema (2020-12). */
export type Schema = Resource | JsonSchema

/** The values that fit a schema. */
export type JsonOf<S extends Schema> = S extends Typed<infer T extends Json> ? T : never

interface Typed<T> {
  /** Never set: it tells the compiler what the values are. */
  readonly $type?: T
}

type Properties = Readonly<Record<string, Schema>>

/** The members that fit schemas. */
export type MembersOf<P extends Properties> = { readonly [K in keyof P]: JsonOf<P[K]> }

/** An object of the API with the keys that it always has, in the order of the answer. */
export interface Resource<P extends Properties = Properties> extends Typed<MembersOf<P>> {
  /** In capitals and small letters (`ProjectLanguage`), unique in the API. */
  readonly name: string
  readonly description: string
  readonly properties: P
}

/** The part of JSON Schema that answers need. */
export interface JsonSchema<T = unknown> extends Typed<T> {
  /** Unique in the API, of a schema that others refer to by it. Generators of Rust take numbers of an enum without a name for texts. */
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
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema
}

export const STRING: JsonSchema<string> = { type: 'string' }
export const BOOLEAN: JsonSchema<boolean> = { type: 'boolean' }
export const INTEGER: JsonSchema<number> = { type: 'integer' }
/** Below 2^53; those of changes take more than 32 bits. */
export const ID: JsonSchema<number> = { type: 'integer', format: 'int64' }
/** How many there are. */
export const COUNT: JsonSchema<number> = { type: 'integer', minimum: 0 }
/** 64 bits with a sign, written in full: more than a double holds. */
export const HASH: JsonSchema<JsonNumber> = { type: 'integer', format: 'int64' }
/** 0 to 100, truncated to one decimal. */
export const PERCENT: JsonSchema<JsonNumber> = { type: 'number', minimum: 0, maximum: 100 }
/** An absolute address. */
export const LINK: JsonSchema<string> = { type: 'string', format: 'uri' }
/** ISO 8601. */
export const TIMESTAMP: JsonSchema<string | JsonText> = { type: 'string', format: 'date-time' }

/** The content of a file, which is not JSON. */
export const BINARY: JsonSchema<string> = { type: 'string', format: 'binary' }

/** One of some texts. */
export function oneOf<const T extends string>(...values: readonly T[]): JsonSchema<T> {
  return { type: 'string', enum: values }
}

/** An object with any keys whose values are alike; of any values without `values`. */
export function recordOf<S extends Schema>(
  values?: S,
): JsonSchema<Readonly<Record<string, JsonOf<S>>>> {
  return { type: 'object', ...(values && { additionalProperties: values }) }
}

/** A list of any length. */
export function arrayOf<S extends Schema>(
  items: S,
): JsonSchema<readonly JsonOf<S>[] | JsonList<JsonOf<S>>> {
  return { type: 'array', items }
}

/** The schema of a value that may be null. */
export function nullable<S extends Schema>(schema: S): JsonSchema<JsonOf<S> | null> {
  if (isResource(schema) || typeof schema.type !== 'string') {
    return { anyOf: [schema, { type: 'null' }] }
  }
  const { $type: _, ...rest }: JsonSchema = schema
  return { ...rest, type: [schema.type, 'null'] }
}

/** The schema of a member that Weblate does not have, see `JsonExtra`. */
export function extra<P extends Properties>(
  schema: Resource<P>,
): JsonSchema<JsonExtra<MembersOf<P>>> {
  // Only the type of its values differs.
  return schema as Schema as JsonSchema<JsonExtra<MembersOf<P>>>
}

/** A schema with a description. */
export function described<T>(schema: JsonSchema<T>, description: string): JsonSchema<T> {
  return { ...schema, description }
}

/** An object that others refer to by its name, with the keys that it always has. */
export function resource<P extends Properties>(
  name: string,
  description: string,
  properties: P,
): Resource<P> {
  return { name, description, properties }
}

/** An object that has, under each key, what a function makes of the key. */
export function fromKeys<K extends string, V>(
  keys: readonly K[],
  make: (key: K) => V,
): Readonly<Record<K, V>> {
  // The keys are those of the list; Object.fromEntries forgets it.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>
}

/** The resource without one of its keys, under a name of its own. */
export function without<P extends Properties, K extends keyof P & string>(
  { properties, description }: Resource<P>,
  key: K,
  name: string,
): Resource<Omit<P, K>> {
  const { [key]: _, ...others } = properties
  return resource(name, `${description} Without \`${key}\`.`, others)
}

/** One page of a list. */
export function page<R extends Resource>(
  item: R,
): Resource<{
  count: JsonSchema<number>
  next: JsonSchema<string | null>
  previous: JsonSchema<string | null>
  results: JsonSchema<readonly JsonOf<R>[] | JsonList<JsonOf<R>>>
}> {
  const { name } = item
  return resource(`${name}Page`, `One page of a list of ${name}.`, {
    count: described(COUNT, 'How many there are on all pages.'),
    next: nullable(LINK),
    previous: nullable(LINK),
    results: arrayOf(item),
  })
}

/** Whether a schema has a name and is referred to by it. */
export function isResource(schema: Schema): schema is Resource {
  return 'name' in schema
}

/** The schema as JSON, where resources and titled schemas are references; those met for the first time are added to `found`, all the way down. */
export function toJson(schema: Schema, components: Map<string, Json>): Json {
  const name = isResource(schema) ? schema.name : schema.title
  if (name === undefined) return bodyToJson(schema, components)
  if (!components.has(name)) {
    // Reserved first, so that the order is that of the first mention.
    components.set(name, null)
    components.set(name, bodyToJson(schema, components))
  }
  return { $ref: `#/components/schemas/${name}` }
}

function bodyToJson(schema: Schema, components: Map<string, Json>): Json {
  return isResource(schema) ? resourceToJson(schema, components) : inner(schema, components)
}

function resourceToJson(resource: Resource, components: Map<string, Json>): Json {
  const { description, properties } = resource
  const members = Object.entries(properties)
  return {
    description,
    type: 'object',
    properties: Object.fromEntries(
      members.map(([key, schema]) => [key, toJson(schema, components)]),
    ),
    required: Object.keys(properties),
  }
}

function inner(schema: JsonSchema, components: Map<string, Json>): Json {
  const { items, anyOf, additionalProperties, $type: _, ...rest } = schema
  return {
    ...rest,
    ...(items ? { items: toJson(items, components) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((alternative) => toJson(alternative, components)) } : {}),
    ...(additionalProperties
      ? { additionalProperties: toJson(additionalProperties, components) }
      : {}),
  }
}
