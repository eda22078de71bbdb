import type { Entry } from '../entry.ts'
import { isTruthy, pythonText } from './python-text.ts'
import { isObject, type JsonValue, kindOf, memberOf } from './value.ts'

/**
 * Placeholders as flag text; names of an object's members in capitals between dollar signs, ids of a list in braces. Lone
 * surrogates become U+FFFD.
 */
export function placeholderFlags(
  placeholders: JsonValue | undefined,
): Pick<Entry, 'flags' | 'flagsError'> {
  if (placeholders === undefined || !isTruthy(placeholders)) return { flags: '' }
  if (typeof placeholders === 'string' || isObject(placeholders)) {
    const names = typeof placeholders === 'string' ? [...placeholders] : placeholders.keys
    const values = names.map((name) => `:${quote(`$${name.toUpperCase()}$`)}`)
    return { flags: `case-insensitive, placeholders${values.join('')}` }
  }
  if (
    typeof placeholders === 'boolean' ||
    placeholders === null ||
    placeholders.kind === 'number'
  ) {
    return { flags: '', flagsError: `expected placeholders, found ${kindOf(placeholders)}` }
  }
  const values: string[] = []
  for (const item of placeholders.items) {
    const id = isObject(item) ? memberOf(item, 'id') : undefined
    if (id === undefined) return { flags: '', flagsError: 'expected a placeholder with an id' }
    values.push(`:${quote(`{${pythonText(id)}}`)}`)
  }
  return { flags: `placeholders${values.join('')}` }
}

function quote(value: string): string {
  const escaped = value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `"${escaped.toWellFormed()}"`
}
