import { componentFields } from './component-fields.ts'
import {
  categoryFields,
  type Field,
  fieldName,
  projectFields,
  siteFields,
  type Table,
} from './fields.ts'

/** A JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/**
 * JSON schema (draft 2020-12) of the configuration, for editors. It is as strict as the reader about single values; what
 * depends on several fields, on the environment or on other files only the reader knows.
 */
export function configSchema(): Json {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of gitglot',
    ...objectSchema(siteFields, {
      projects: { type: 'array', description: 'The projects, in order.', items: projectSchema() },
    }),
    $defs: { category: withCategories(objectSchema(categoryFields, {})) },
  }
}

function projectSchema(): Json {
  const components = {
    type: 'array',
    description: 'The components of the project, in order.',
    items: componentSchema(),
  }
  return withCategories(objectSchema(projectFields, { components }))
}

/** The same with the key that categories and projects may have. */
function withCategories({ properties, ...schema }: ObjectSchema): Json {
  const categories = {
    type: 'array',
    description: 'Categories of components.',
    items: { $ref: '#/$defs/category' },
  }
  return { ...schema, properties: { ...properties, categories } }
}

function componentSchema(): Json {
  const { required, ...schema } = objectSchema(componentFields, {})
  const isLocal = (key: string, value: string): Json => ({
    properties: { [key]: { const: value } },
    required: [key],
  })
  // Components without a repository need no files.
  return {
    ...schema,
    required: ['slug', 'name'],
    anyOf: [{ required }, isLocal('vcs', 'local'), isLocal('repo', 'local:')],
  }
}

type ObjectSchema = {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, Json>>
} & { readonly [key: string]: Json }

function objectSchema<T>(table: Table<T>, lists: { readonly [key: string]: Json }): ObjectSchema {
  const properties: Record<string, Json> = {}
  const required: string[] = []
  // The table has nothing but fields; Object.entries forgets it.
  for (const [property, field] of Object.entries(table) as [string, Field<unknown>][]) {
    const name = fieldName(property)
    properties[name] = fieldSchema(field)
    if (!('default' in field)) required.push(name)
    if (field.isSecret) {
      properties[`${name}_file`] = { type: 'string', description: `File that holds ${name}.` }
    }
  }
  return {
    type: 'object',
    additionalProperties: false,
    required: [...required, ...Object.keys(lists)],
    properties: { ...properties, ...lists },
  }
}

function fieldSchema(field: Field<unknown>): Json {
  const { description } = field
  // Defaults and choices are texts, numbers, booleans or lists of texts.
  const fallback = field.default === undefined ? {} : { default: field.default as Json }
  if ((field.type as string) === 'strings') {
    return { description, type: 'array', items: { type: 'string' }, ...fallback }
  }
  const limits: Record<string, Json> = {}
  if (field.oneOf) limits['enum'] = field.oneOf as readonly Json[]
  if (field.minimum !== undefined) limits['minimum'] = field.minimum
  if (field.maximum !== undefined) limits['maximum'] = field.maximum
  if (field.maxLength !== undefined) limits['maxLength'] = field.maxLength
  if (field.pattern !== undefined) limits['pattern'] = field.pattern
  const isText = (field.type as string) === 'string'
  if (isText && !('default' in field)) limits['minLength'] = 1
  const common = { description, type: field.type, ...fallback }
  if (!isText || Object.keys(limits).length === 0) return { ...common, ...limits }
  // What the environment puts in is not known here.
  return { ...common, anyOf: [limits, { pattern: '\\$\\{' }] }
}

/** The schema as it stands in `gitglot.schema.json`. */
export function schemaText(): string {
  return `${JSON.stringify(configSchema(), null, 2)}\n`
}
