import { tokenFields } from './access.ts'
import { checkFields, ignoreFields } from './check.ts'
import { componentFields } from './component-fields.ts'
import { discoverFields } from './discover.ts'
import { type Field, fieldName, SIZE_PATTERN, type Table } from './field.ts'
import { categoryFields, projectFields, siteFields } from './fields.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * Returns the JSON schema (draft 2020-12) of the configuration for editors, published as `gitglot.schema.json`. It
 * validates single values as strictly as the reader. Only the reader checks what depends on several fields, the
 * environment or other files.
 */
export function schemaText(): string {
  const tokens = listOf('Tokens of clients.', objectSchema(tokenFields))
  const projects = listOf('The projects, in order.', projectSchema())
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:gitglot:configuration',
    title: 'Configuration of gitglot',
    ...objectSchema(siteFields, { check, projects, tokens }),
    $defs: { category: objectSchema(categoryFields, { categories }) },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

const check = {
  description: 'Defaults of the options of gitglot check.',
  ...objectSchema(checkFields, {
    ignore: listOf('Accepted findings.', objectSchema(ignoreFields)),
  }),
}

const categories = listOf('Categories of components.', { $ref: '#/$defs/category' })

function projectSchema(): Schema {
  const components = listOf('The components of the project, in order.', componentSchema())
  const discover = {
    description: 'How to find the components of a project that lists none.',
    ...objectSchema(discoverFields),
  }
  return objectSchema(projectFields, { components, discover, categories, check })
}

function componentSchema(): Schema {
  const { required, ...schema } = objectSchema(componentFields)
  const isLocal = (key: string, value: string): Schema => ({
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

function listOf(description: string, items: Schema): Schema {
  return { type: 'array', description, items }
}

/** Returns the schema of an object with fields and other members, which are optional. */
function objectSchema(table: Table, others: Readonly<Record<string, Schema>> = {}): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [property, field] of Object.entries(table)) {
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
    required,
    properties: { ...properties, ...others },
  }
}

function fieldSchema(field: Field<unknown>): Schema {
  const { type, description, oneOf, minimum, maximum, maxLength, pattern } = field
  // JSON omits undefined members.
  if (type === 'strings') {
    return { description, type: 'array', items: { type: 'string' }, default: field.default }
  }
  if (type === 'mapping' || type === 'scalars') {
    const values =
      type === 'scalars'
        ? { type: ['string', 'number', 'boolean'] }
        : { type: 'string', anyOf: [{ enum: field.valuesOf }, { pattern: '\\$\\{' }] }
    return { description, type: 'object', additionalProperties: values, default: field.default }
  }
  if (type === 'size') {
    const texts = { type: 'string', anyOf: [{ pattern: SIZE_PATTERN }, { pattern: '\\$\\{' }] }
    const numbers = { type: 'integer', minimum, maximum }
    return { description, default: field.default, anyOf: [numbers, texts] }
  }
  const common = { description, type, default: field.default }
  const minLength = type === 'string' && !('default' in field) ? 1 : undefined
  const limits = { enum: oneOf, minimum, maximum, maxLength, pattern, minLength }
  const hasLimits = Object.values(limits).some((limit) => limit !== undefined)
  if (type !== 'string' || !hasLimits) return { ...common, ...limits }
  // The value of an environment variable is unknown here, so any text with `${` is valid.
  return { ...common, anyOf: [limits, { pattern: '\\$\\{' }] }
}
