import { type Field, fieldName, type ParserName, type Table } from './fields.ts'
import { nearest } from './nearest.ts'
import type { Complain, Located, LocatedMap } from './yaml.ts'

/** What values may refer to, and who understands them. */
export interface Surroundings {
  readonly complain: Complain
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The text of a file named by a `*_file` field; throws when there is none. */
  readonly readSecretFile: (path: string) => string
  /** Each throws an error whose message is the complaint. A missing one takes everything. */
  readonly parsers: Partial<Readonly<Record<ParserName, (text: string) => unknown>>>
}

/** The fields of a mapping that are given and right. */
export interface Given<T> {
  readonly values: Partial<T>
  /** Whether a field stands in the file, be it right or wrong. */
  has(property: keyof T & string): boolean
  /** Complains about a field, or about its mapping when the field is not given. */
  complain(property: keyof T & string, message: string): void
}

/** A field of any of the four types. */
export type AnyField = Field<string> | Field<number> | Field<boolean> | Field<readonly string[]>

/**
 * Reads the fields of the table from a mapping, `${NAME}` and `*_file` resolved, and complains about each wrong or
 * unknown one. `others` are keys that somebody else reads.
 */
export function readFields<T>(
  table: Table<T>,
  map: LocatedMap,
  others: readonly string[],
  surroundings: Surroundings,
): Given<T> {
  // The table has a field for each property of T: its type says so, but Object.entries forgets it.
  const fields = Object.entries(table) as [keyof T & string, AnyField][]
  const values: Partial<T> = {}
  const known = new Set(others)
  for (const [property, field] of fields) {
    const name = fieldName(property)
    known.add(name)
    if (field.isSecret) known.add(`${name}_file`)
    const value = readField(name, field, map, surroundings)
    // The field has the type of the property, see above.
    if (value !== undefined) values[property] = value as T[typeof property]
  }
  for (const [key, entry] of map.entries) {
    if (known.has(key)) continue
    const guess = nearest(key, known)
    surroundings.complain(
      entry.offset,
      entry.value.path,
      `unknown field${guess ? `; did you mean ${guess}?` : ''}`,
    )
  }
  const entryOf = (name: string) => map.entries.get(name) ?? map.entries.get(`${name}_file`)
  return {
    values,
    has: (property) => entryOf(fieldName(property)) !== undefined,
    complain(property, message) {
      const entry = entryOf(fieldName(property))
      const path = map.path === '' ? fieldName(property) : `${map.path}.${fieldName(property)}`
      surroundings.complain(entry?.offset ?? map.offset, entry?.value.path ?? path, message)
    },
  }
}

/** What is known of a mapping once defaults are filled in. */
interface Completed<T> {
  /** Without the fields that are wrong or missing, about which there have been complaints. */
  readonly partial: Partial<T>
  /** The same values when none is wrong or missing. */
  readonly whole: T | undefined
}

/** The given values with the defaults; complains about each field that has neither. */
export function complete<T>(table: Table<T>, given: Given<T>, defaults: Partial<T>): Completed<T> {
  const partial: Partial<T> = {}
  let isWhole = true
  // As in readFields.
  for (const [property, field] of Object.entries(table) as [keyof T & string, Field<unknown>][]) {
    if (property in given.values) partial[property] = given.values[property] as T[typeof property]
    else if (given.has(property)) isWhole = false
    else if (property in defaults) partial[property] = defaults[property] as T[typeof property]
    else if ('default' in field) partial[property] = field.default as T[typeof property]
    else {
      given.complain(property, 'is required')
      isWhole = false
    }
  }
  // Every property of the table has been set.
  return { partial, whole: isWhole ? (partial as T) : undefined }
}

function readField(
  name: string,
  field: AnyField,
  map: LocatedMap,
  surroundings: Surroundings,
): unknown {
  const entry = map.entries.get(name)
  const fileEntry = field.isSecret ? map.entries.get(`${name}_file`) : undefined
  if (entry && fileEntry) {
    surroundings.complain(fileEntry.offset, fileEntry.value.path, `stands beside ${name}: keep one`)
    return undefined
  }
  const found = entry ?? fileEntry
  if (!found) return undefined
  const complain = (message: string) => {
    surroundings.complain(found.offset, found.value.path, message)
    return undefined
  }
  try {
    const isText = field.type === 'string'
    let value = isText
      ? readText(found.value, surroundings)
      : readOther(field.type, found.value, surroundings)
    if (fileEntry && typeof value === 'string') value = readSecret(value, surroundings)
    const complaint = checkValue(field, value, surroundings.parsers)
    return complaint === undefined ? value : complain(complaint)
  } catch (error) {
    // A complaint on its way up from the functions below.
    if (error instanceof Complaint) return complain(error.message)
    throw error
  }
}

class Complaint extends Error {}

function readText(value: Located, surroundings: Surroundings): string {
  if (value.kind !== 'scalar') throw new Complaint(`needs a text, found a ${value.kind}`)
  if (typeof value.value === 'string') return expand(value.value, surroundings.environment)
  if (value.value === null) throw new Complaint(`needs a text, found nothing; an empty text is ''`)
  throw new Complaint(`needs a text, found ${value.value}: put it in quotes`)
}

function readOther(type: AnyField['type'], value: Located, surroundings: Surroundings): unknown {
  if (type === 'strings') {
    if (value.kind === 'list') return value.items.map((item) => readText(item, surroundings))
    throw new Complaint('needs a list of texts')
  }
  const found = value.kind === 'scalar' ? value.value : undefined
  if (type === 'boolean') {
    if (typeof found === 'boolean') return found
    throw new Complaint('needs true or false')
  }
  if (Number.isSafeInteger(found)) return found
  throw new Complaint('needs a whole number')
}

/** `${NAME}` replaced by the environment's value; `$${` is a plain `${`. */
function expand(text: string, environment: Surroundings['environment']): string {
  return text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (match, name: string | undefined) => {
    if (name === undefined) return '${'
    if (!match.endsWith('}') || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new Complaint(`needs the name of an environment variable in \${}; a plain \${ is $\${`)
    }
    const value = environment[name]
    if (value === undefined) throw new Complaint(`the environment variable ${name} is not set`)
    return value
  })
}

function readSecret(path: string, surroundings: Surroundings): string {
  try {
    return surroundings.readSecretFile(path).replace(/\r?\n$/, '')
  } catch (error) {
    // Whatever kept the file from being read is a mistake in the configuration.
    throw new Complaint(`cannot be read: ${messageOf(error)}`)
  }
}

/** What is wrong with a value that has the field's type; undefined: nothing. */
export function checkValue(
  field: AnyField,
  value: unknown,
  parsers: Surroundings['parsers'],
): string | undefined {
  const choices: readonly unknown[] | undefined = field.oneOf
  if (choices && !choices.includes(value)) {
    const shown = choices.map((choice) => (choice === '' ? "''" : choice)).join(', ')
    const guess = typeof value === 'string' ? nearest(value, choices.map(String)) : undefined
    return `needs one of ${shown}${guess ? `; did you mean ${guess}?` : ''}`
  }
  if (typeof value === 'number') {
    if (value < (field.minimum ?? -Infinity)) return `needs at least ${field.minimum}`
    if (value > (field.maximum ?? Infinity)) return `needs at most ${field.maximum}`
  }
  if (typeof value === 'string') {
    if (value === '' && !('default' in field)) return 'is empty'
    if ([...value].length > (field.maxLength ?? Infinity)) {
      return `needs at most ${field.maxLength} characters`
    }
    const complaint = value === '' ? undefined : parse(value, field.parser && parsers[field.parser])
    if (complaint !== undefined) return complaint
  }
  // readText and readOther return what the field's type says.
  const check = field.check as ((checked: unknown) => string | undefined) | undefined
  return check?.(value)
}

function parse(text: string, parser: ((text: string) => unknown) | undefined): string | undefined {
  try {
    parser?.(text)
    return undefined
  } catch (error) {
    // The parsers are injected; their errors are complaints.
    return messageOf(error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
