import { decode } from '../address.ts'
import { type Field, fieldName, type Table, type ValuesOf } from '../config/field.ts'
import { checkValue } from '../config/field-reader.ts'
import { parsers } from '../parse-config.ts'
import type { WeblateVersion } from '../weblate-version.ts'

/** An unvalidated JSON object from a server. */
export type Json = Readonly<Record<string, unknown>>

/** Returns a value if it is an object, otherwise an empty object. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/**
 * Applies inherited values to a response: where `inherit_X` is true, `X` becomes `effective_X` and its own value is
 * ignored. Flags are merged instead, and effective flags include those of the format, so the component's own flags are
 * kept.
 */
export function withInherited(answer: Json): Json {
  const inherited = Object.entries(answer).flatMap(([key, value]) => {
    const name = key.replace(/^inherit_/, '')
    const effective = answer[`effective_${name}`]
    const isInherited = name !== key && name !== 'check_flags' && value === true
    return isInherited && effective !== undefined ? [[name, effective]] : []
  })
  return { ...answer, ...Object.fromEntries(inherited) }
}

/**
 * Takes the fields of a table, except those in `without`, from a response under Weblate's names: valid values that
 * differ from the default, or that are `always` taken. `leftOut` has the other fields with the reason: `license: needs a
 * current SPDX id...`
 */
export function takeFields<T extends Table>(
  table: T,
  answer: Json,
  without?: ReadonlySet<string>,
  always?: ReadonlySet<string>,
): { readonly fields: Partial<ValuesOf<T>>; readonly leftOut: readonly string[] } {
  const fields: Record<string, unknown> = {}
  const leftOut: string[] = []
  for (const [property, field] of Object.entries(table)) {
    const name = fieldName(property)
    const value = answer[name]
    if (value === undefined || value === null || without?.has(property)) continue
    if (isDefault(field, value) && !always?.has(property)) continue
    const message = isOfType(field, value)
      ? checkValue(field, value, parsers)
      : `found ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`
    if (message === undefined) fields[property] = value
    else leftOut.push(`${name}: ${message}`)
  }
  // Each value was validated against its field above.
  return { fields: fields as Partial<ValuesOf<T>>, leftOut }
}

function isDefault(field: Field<unknown>, value: unknown): boolean {
  return 'default' in field && JSON.stringify(field.default) === JSON.stringify(value)
}

function isOfType({ type }: Field<unknown>, value: unknown): boolean {
  if (type === 'strings') {
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
  }
  if (type === 'scalars') return typeof value === 'object'
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === type
}

/** Returns a text in a response; `''` if it is anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Splits the path of a link below `api/`: `components`, `p`, `category/slug`, whose slash is encoded twice. */
export function linkParts(link: unknown): readonly string[] {
  const [, path = ''] = /\/api\/([^?#]*)/.exec(textOf(link)) ?? []
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decode(decode(part)))
}

/** Returns the version of Weblate behind the response about a project: newer servers report inheritable settings. */
export function versionOf(project: Json): WeblateVersion {
  return 'effective_license' in project ? '2026.10' : '5.14'
}
