import { fieldName, type Table } from '../../config/fields.ts'
import { type AnyField, checkValue } from '../../config/values.ts'
import { parsers } from '../config-file.ts'

/** An answer of a server: nothing in it is known to be right. */
export type Answer = Readonly<Record<string, unknown>>

/** What of an answer can stand in a configuration. */
interface Taken<T> {
  /** Values that are right and differ from the default. */
  readonly fields: Partial<T>
  /** What could not be taken, with the reason: `license: needs a current SPDX id...` */
  readonly leftOut: readonly string[]
}

/** An answer as a mapping; one without anything when it is something else. */
export function asAnswer(value: unknown): Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Answer)
    : {}
}

/** Which fields are not looked at, and which are taken even if they have the table's default. */
interface TakeOptions {
  readonly without?: ReadonlySet<string>
  readonly always?: ReadonlySet<string>
}

/** Takes the fields of a table that an answer has under Weblate's names; null and missing ones have their defaults. */
export function takeFields<T>(
  table: Table<T>,
  answer: Answer,
  { without, always }: TakeOptions = {},
): Taken<T> {
  const fields: Partial<T> = {}
  const leftOut: string[] = []
  // The table has a field for each property of T; Object.entries forgets it.
  for (const [property, field] of Object.entries(table) as [keyof T & string, AnyField][]) {
    const name = fieldName(property)
    const value = answer[name]
    if (value === undefined || value === null || without?.has(property)) continue
    if (isDefault(field, value) && !always?.has(property)) continue
    const message = isOfType(field, value)
      ? checkValue(field, value, parsers)
      : `found ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`
    // It has the field's type, see above.
    if (message === undefined) fields[property] = value as T[typeof property]
    else leftOut.push(`${name}: ${message}`)
  }
  return { fields, leftOut }
}

function isDefault(field: AnyField, value: unknown): boolean {
  return 'default' in field && JSON.stringify(field.default) === JSON.stringify(value)
}

function isOfType({ type }: AnyField, value: unknown): boolean {
  if (type === 'strings') {
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
  }
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === type
}

/** A text of an answer; `''` when it is something else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The parts of the path below `api/` that a link leads to, decoded: `components`, `p`, `category/slug`. */
export function linkParts(link: unknown): readonly string[] {
  const [, path = ''] = /\/api\/([^?#]*)/.exec(textOf(link)) ?? []
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodeTwice(part))
}

/** A slash within a part is encoded twice. */
function decodeTwice(text: string): string {
  try {
    return decodeURIComponent(decodeURIComponent(text))
  } catch {
    // What is not so encoded stays as it is.
    return text
  }
}
