import { messageOf } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import {
  type Field,
  fieldName,
  type ParserName,
  parseSize,
  type Table,
  type ValuesOf,
} from './field.ts'
import { nearest } from './nearest.ts'
import { expand, type Outside, readSecret, ValidationError } from './secrets.ts'
import type { Located, LocatedMap, Report } from './yaml.ts'

/** What values may refer to, and parsers from other modules. */
export interface Context extends Outside {
  readonly report: Report
  /** Folder to which relative paths refer. */
  readonly folder: string
  /** Returns the 1-based line of an offset in the text. */
  readonly lineOf: (offset: number) => number
  /** Each throws an error that describes an invalid text. A text without a parser is always valid. */
  readonly parsers: Partial<Parsers>
}

/** Parsers by name. The parser of flags depends on the version of Weblate. */
export type Parsers = Readonly<
  Record<ParserName, (text: string, weblate?: WeblateVersion) => unknown>
>

/** The fields of a mapping, as read. */
export interface FieldReader<T> {
  /** Valid values of the fields that are present. */
  readonly values: Partial<T>
  /** Returns whether a field is present, valid or not. */
  has(property: keyof T & string): boolean
  /** Reports an error at a field, or at its mapping if the field is missing. */
  report(property: keyof T & string, message: string): void
}

/**
 * Reads the fields of a table from a mapping, resolving `${NAME}` and `*_file`. Reports every invalid or unknown field.
 * `others` are keys that other code reads.
 */
export function readFields<T extends Table>(
  table: T,
  map: LocatedMap,
  context: Context,
  others: readonly string[] = [],
): FieldReader<ValuesOf<T>> {
  const values: Record<string, unknown> = {}
  const validKeys = new Set(others)
  for (const [property, field] of Object.entries(table)) {
    const name = fieldName(property)
    validKeys.add(name)
    if (field.isSecret) validKeys.add(`${name}_file`)
    const value = readField(name, field, map, context)
    if (value !== undefined) values[property] = value
  }
  for (const [key, entry] of map.entries) {
    if (validKeys.has(key)) continue
    const guess = nearest(key, validKeys)
    const hint = guess ? `; did you mean ${guess}?` : ''
    context.report(entry.offset, entry.value.path, `unknown field${hint}`)
  }
  const entryOf = (name: string) => map.entries.get(name) ?? map.entries.get(`${name}_file`)
  return {
    // Each value has the type of its field.
    values: values as Partial<ValuesOf<T>>,
    has: (property) => entryOf(fieldName(property)) !== undefined,
    report(property, message) {
      const name = fieldName(property)
      const entry = entryOf(name)
      const path = map.path === '' ? name : `${map.path}.${name}`
      context.report(entry?.offset ?? map.offset, entry?.value.path ?? path, message)
    },
  }
}

/**
 * Adds defaults to the given values; reports each field that has neither. `partial` lacks invalid and missing fields;
 * `whole` is undefined if there are any.
 */
export function complete<T extends Table>(
  table: T,
  reader: FieldReader<ValuesOf<T>>,
  defaults: Partial<ValuesOf<T>> = {},
): { readonly partial: Partial<ValuesOf<T>>; readonly whole: ValuesOf<T> | undefined } {
  const partial: Record<string, unknown> = {}
  let isWhole = true
  for (const [property, field] of Object.entries<Field<unknown>>(table)) {
    const source = [reader.values, defaults].find((values) => property in values)
    if (property in reader.values || !reader.has(property)) {
      if (source) partial[property] = source[property]
      else if ('default' in field) partial[property] = field.default
      else reader.report(property, 'is required')
    }
    isWhole &&= property in partial
  }
  // Each value has the type of its field.
  return {
    partial: partial as Partial<ValuesOf<T>>,
    whole: isWhole ? (partial as ValuesOf<T>) : undefined,
  }
}

/** Returns an inner mapping, undefined if it is missing. Reports another value. */
export function readMap(key: string, map: LocatedMap, { report }: Context): LocatedMap | undefined {
  const entry = map.entries.get(key)
  if (entry?.value.kind === 'map') return entry.value
  if (entry !== undefined) report(entry.offset, entry.value.path, 'needs a mapping')
  return undefined
}

/** Returns the mappings of a list, none if it is missing. Reports an invalid list. */
export function readMaps(key: string, map: LocatedMap, { report }: Context): LocatedMap[] {
  const entry = map.entries.get(key)
  if (entry === undefined) return []
  if (entry.value.kind !== 'list') {
    report(entry.offset, entry.value.path, 'needs a list')
    return []
  }
  return entry.value.items.filter((item): item is LocatedMap => {
    if (item.kind !== 'map') report(item.offset, item.path, 'needs a mapping')
    return item.kind === 'map'
  })
}

function readField(
  name: string,
  field: Field<unknown>,
  map: LocatedMap,
  context: Context,
): unknown {
  const entry = map.entries.get(name)
  const fileEntry = field.isSecret ? map.entries.get(`${name}_file`) : undefined
  if (entry && fileEntry) {
    context.report(fileEntry.offset, fileEntry.value.path, `conflicts with ${name}: keep one`)
    return undefined
  }
  const valueEntry = entry ?? fileEntry
  if (!valueEntry) return undefined
  try {
    const value = readValue(field.type, valueEntry.value, context)
    const resolved = fileEntry ? readSecret(String(value), context) : value
    const message = checkValue(field, resolved, context.parsers)
    if (message !== undefined) throw new ValidationError(message)
    return resolved
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    context.report(valueEntry.offset, valueEntry.value.path, error.message)
    return undefined
  }
}

function readValue(type: Field<unknown>['type'], located: Located, context: Context): unknown {
  if (type === 'string') return readText(located, context)
  if (type === 'strings') {
    if (located.kind === 'list') return located.items.map((item) => readText(item, context))
    throw new ValidationError('needs a list of texts')
  }
  if (type === 'mapping' || type === 'scalars') {
    if (located.kind !== 'map') throw new ValidationError('needs a mapping')
    const read = type === 'mapping' ? readText : readScalar
    return Object.fromEntries(
      [...located.entries].map(([key, { value }]) => [key, read(value, context)]),
    )
  }
  const value = located.kind === 'scalar' ? located.value : undefined
  if (type === 'size' && typeof value === 'string') {
    const bytes = parseSize(readText(located, context))
    if (bytes !== undefined) return bytes
  }
  const isRight = type === 'number' ? Number.isFinite(value) : Number.isSafeInteger(value)
  if (type === 'boolean' ? typeof value === 'boolean' : isRight) return value
  throw new ValidationError(`needs ${WANTED[type]}`)
}

const WANTED = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  size: 'a size such as 64 MiB, or a whole number of bytes',
}

function readText(located: Located, outside: Outside): string {
  if (located.kind !== 'scalar') throw new ValidationError(`needs a text, found a ${located.kind}`)
  const { value } = located
  if (typeof value === 'string') return expand(value, outside)
  throw new ValidationError(
    value === null
      ? `needs a text, found nothing; an empty text is ''`
      : `needs a text, found ${value}: put it in quotes`,
  )
}

function readScalar(located: Located, context: Context): unknown {
  const value = located.kind === 'scalar' ? located.value : undefined
  return typeof value === 'number' || typeof value === 'boolean'
    ? value
    : readText(located, context)
}

/** A longer list of values is shown only if none of them is similar. */
const MAX_SHOWN = 10

/** Returns the error about a value of the right type; undefined if it is valid, as an empty text is by default. */
export function checkValue(
  field: Field<unknown>,
  value: unknown,
  parsers: Context['parsers'],
): string | undefined {
  const { oneOf, minimum = -Infinity, maximum = Infinity, maxLength = Infinity } = field
  if (oneOf && !oneOf.includes(value)) {
    const shown = oneOf.map((choice) => (choice === '' ? "''" : choice)).join(', ')
    const guess = typeof value === 'string' ? nearest(value, oneOf.map(String)) : undefined
    if (guess && oneOf.length > MAX_SHOWN) return `is unknown; did you mean ${guess}?`
    return `needs one of ${shown}${guess ? `; did you mean ${guess}?` : ''}`
  }
  if (typeof value === 'number') {
    if (value < minimum) return `needs at least ${minimum}`
    if (value > maximum) return `needs at most ${maximum}`
  }
  if (typeof value === 'string') {
    if (value === '' && field.default === '') return undefined
    if (value === '' && !('default' in field)) return 'is empty'
    if ([...value].length > maxLength) return `needs at most ${maxLength} characters`
    const message = field.parser && parse(value, parsers[field.parser])
    if (message) return message
    if (field.wants && !new RegExp(field.pattern ?? '').test(value)) return `needs ${field.wants}`
  }
  if (field.type === 'mapping') return checkMapping(field, value as object, parsers)
  return field.check?.(value)
}

function checkMapping(
  { parser, valuesOf = [] }: Field<unknown>,
  mapping: object,
  parsers: Context['parsers'],
): string | undefined {
  for (const [key, value] of Object.entries(mapping)) {
    const message = parser && parse(key, parsers[parser])
    if (message) return message
    if (!valuesOf.includes(value)) return `${key} needs one of ${valuesOf.join(', ')}`
  }
  return undefined
}

function parse(text: string, parser: ((text: string) => unknown) | undefined): string | undefined {
  try {
    parser?.(text)
    return undefined
  } catch (error) {
    // The parser's own error says what is wrong.
    return messageOf(error)
  }
}
