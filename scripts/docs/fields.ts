import { type Field, fieldName, type Table } from '../../src/config/field.ts'
import { code, plain } from './markdown.ts'

const UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
] as const

/** Returns a list of configuration fields: meaning, valid values and default. */
export function fieldList(fields: Table): string {
  return Object.entries(fields)
    .map(([property, field]) => {
      const value = defaultOf(field)
      const end = value === '' ? '' : ` (${value})`
      return `- ${code(fieldName(property))}${end}: ${meaningOf(field)}`
    })
    .join('\n')
}

function meaningOf({ description, oneOf, valuesOf }: Field<unknown>): string {
  const values = (oneOf ?? valuesOf ?? []).map(String).filter((value) => value !== '')
  if (values.every((value) => description.includes(value))) return plain(description)
  // Too many for a cell: formats have a page of their own.
  if (values.length > 20) return `${plain(description)} See [Formats](formats.md).`
  return `${plain(description)} One of ${values.map(code).join(', ')}.`
}

/** Returns the default; nothing if the description says it, or if there is none. */
function defaultOf(field: Field<unknown>): string {
  if (!('default' in field)) return 'required'
  const { default: value, type } = field
  if (value === undefined || value === '' || typeof value === 'object') return ''
  if (type !== 'size') return code(String(value))
  const bytes = Number(value)
  const [name, size] = UNITS.find(([, one]) => bytes % one === 0) ?? ['B', 1]
  return code(`${bytes / size} ${name}`)
}
