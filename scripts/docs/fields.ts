import { type Field, fieldName, type Table } from '../../src/config/field.ts'
import { code, plain, table } from './markdown.ts'

const UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
] as const

/** A table of fields of the configuration: meaning, valid values and default. */
export function fieldTable(fields: Table): string {
  return table(
    ['field', 'meaning', 'default'],
    Object.entries(fields).map(([property, field]) => [
      code(fieldName(property)),
      meaningOf(field),
      defaultOf(field),
    ]),
  )
}

function meaningOf({ description, oneOf, valuesOf }: Field<unknown>): string {
  const values = (oneOf ?? valuesOf ?? []).map(String).filter((value) => value !== '')
  if (values.every((value) => description.includes(value))) return plain(description)
  // Too many for a cell: formats have a page of their own.
  if (values.length > 20) return `${plain(description)} See [Formats](formats.md).`
  return `${plain(description)} One of ${values.map(code).join(', ')}.`
}

/** Nothing where the description tells, or where the default is to have none. */
function defaultOf(field: Field<unknown>): string {
  if (!('default' in field)) return 'required'
  const { default: value, type } = field
  if (value === undefined || value === '' || typeof value === 'object') return ''
  if (type !== 'size') return code(String(value))
  const bytes = Number(value)
  const [name, size] = UNITS.find(([, one]) => bytes % one === 0) ?? ['B', 1]
  return code(`${bytes / size} ${name}`)
}
