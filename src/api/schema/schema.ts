import type { Json } from '../rendering/json.ts'

/** What one value of an answer looks like: a resource, which others refer to by its name, or JSON Schema (2020-12). */
export type Schema = Resource | JsonSchema

/** An object of the API with the keys it always has, in the order of the answer. */
export interface Resource {
  /** In capitals and small letters (`ProjectLanguage`), unique in the API. */
  readonly name: string
  readonly description: string
  readonly properties: Readonly<Record<string, Schema>>
  /** Keys that may be absent. */
  readonly optional?: readonly string[]
}

/** The part of JSON Schema that answers need. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | number | null)[]
  readonly default?: Json
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema
}

export const STRING: JsonSchema = { type: 'string' }
export const BOOLEAN: JsonSchema = { type: 'boolean' }
export const INTEGER: JsonSchema = { type: 'integer' }
/** How many there are. */
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 }
/** 64 bits with a sign, written in full: more than a double holds. */
export const HASH: JsonSchema = { type: 'integer', format: 'int64' }
/** 0 to 100, truncated to one decimal. */
export const PERCENT: JsonSchema = { type: 'number', minimum: 0, maximum: 100 }
/** An absolute address. */
export const LINK: JsonSchema = { type: 'string', format: 'uri' }
/** ISO 8601. */
export const TIMESTAMP: JsonSchema = { type: 'string', format: 'date-time' }

/** A list of any length. */
export function arrayOf(items: Schema): JsonSchema {
  return { type: 'array', items }
}

/** The same, or null. */
export function nullable(schema: Schema): JsonSchema {
  return isResource(schema) || typeof schema.type !== 'string'
    ? { anyOf: [schema, { type: 'null' }] }
    : { ...schema, type: [schema.type, 'null'] }
}

/** The same with a sentence on what it means. */
export function described(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description }
}

/** The resource without one of its keys, under a name of its own. */
export function without(resource: Resource, key: string, name: string): Resource {
  const { [key]: _, ...properties } = resource.properties
  return { name, description: `${resource.description} Without \`${key}\`.`, properties }
}

/** One page of a list. */
export function page(item: Resource): Resource {
  return {
    name: `${item.name}Page`,
    description: `One page of a list of ${item.name}.`,
    properties: {
      count: described(COUNT, 'How many there are on all pages.'),
      next: nullable(LINK),
      previous: nullable(LINK),
      results: arrayOf(item),
    },
  }
}

/** Whether a schema has a name and is referred to by it. */
export function isResource(schema: Schema): schema is Resource {
  return 'name' in schema
}

/** The schema as JSON, where resources are references; those met for the first time are added to `found`, all the way down. */
export function toJson(schema: Schema, found: Map<string, Json>): Json {
  if (!isResource(schema)) return inner(schema, found)
  const { name } = schema
  if (!found.has(name)) {
    // Reserved first, so that the order is that of the first mention.
    found.set(name, null)
    found.set(name, resourceToJson(schema, found))
  }
  return { $ref: `#/components/schemas/${name}` }
}

function resourceToJson(resource: Resource, found: Map<string, Json>): Json {
  const { description, properties, optional = [] } = resource
  const members = Object.entries(properties)
  return {
    description,
    type: 'object',
    properties: Object.fromEntries(members.map(([key, schema]) => [key, toJson(schema, found)])),
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
  }
}

function inner(schema: JsonSchema, found: Map<string, Json>): Json {
  const { items, anyOf, additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...(items ? { items: toJson(items, found) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => toJson(one, found)) } : {}),
    ...(additionalProperties ? { additionalProperties: toJson(additionalProperties, found) } : {}),
  }
}
