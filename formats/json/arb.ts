import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { arbDiscovery } from './arb-discovery.ts'
import { scalarText } from './json.ts'
import { isTruthy, pythonText } from './python-text.ts'
import { readJson } from './reader.ts'
import type { JsonObject, JsonValue } from './value.ts'

/**
 * Application resource bundle (https://github.com/google/app-resource-bundle): the members of one object. `@key` holds
 * the description (note) and placeholders (flags) of `key`; other keys that start with `@` mean nothing.
 */
export const arb: Format = {
  id: 'arb',
  name: 'ARB file',
  extension: 'arb',
  mediaType: 'application/json',
  template: 'both',
  checkFlags: 'icu-message-format',
  templateFlagsOnly: true,
  decode: decodeUtf8,
  discovery: arbDiscovery,
  parse: parseArb,
}

const KINDS = { number: 'a number', array: 'a list', object: 'an object' } as const

function parseArb(bytes: Uint8Array, { isMonolingual }: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes)
  if (!isObject(top)) throw parseErrorAt(text, 0, `expected an object, found ${kindOf(top)}`)
  const indexes = new Map(top.keys.map((key, index) => [key, index]))
  const entries: Entry[] = []
  top.keys.forEach((key, index) => {
    if (key.startsWith('@')) return
    const value = top.values[index] ?? null
    const offset = top.offsets[index] ?? 0
    if (!isMessage(value)) {
      throw parseErrorAt(text, offset, `expected a string at "${key}", found ${kindOf(value)}`)
    }
    const metadataIndex = indexes.get(`@${key}`)
    const metadata = metadataIndex === undefined ? undefined : (top.values[metadataIndex] ?? null)
    if (metadata !== undefined && !isObject(metadata)) {
      const place = top.offsets[metadataIndex ?? 0] ?? 0
      throw parseErrorAt(text, place, `expected an object at "@${key}", found ${kindOf(metadata)}`)
    }
    const description = metadata && memberOf(metadata, 'description')
    entries.push({
      context: isMonolingual ? key.replace(/^\./, '') : '',
      source: isMonolingual ? '' : key.replace(/^\.+/, ''),
      target: scalarText(value),
      state: isTruthy(value) ? 'translated' : 'untranslated',
      note: description !== undefined && isTruthy(description) ? pythonText(description) : '',
      explanation: '',
      ...flagsOf(metadata && memberOf(metadata, 'placeholders')),
      position: entries.length + 1,
      offset,
    })
  })
  return { entries }
}

/** Placeholders as flag text; names of an object's members in capitals between dollar signs, ids of a list in braces. */
function flagsOf(placeholders: JsonValue | undefined): Pick<Entry, 'flags' | 'flagsError'> {
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
  return `"${escaped}"`
}

/** Strings, integers and booleans (integers too, to Python) are messages. */
function isMessage(value: JsonValue): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return true
  return value !== null && value.kind === 'number' && value.isInteger
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && value.kind === 'object'
}

function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  const index = object.keys.indexOf(key)
  return index === -1 ? undefined : object.values[index]
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'a string'
  return typeof value === 'boolean' ? String(value) : KINDS[value.kind]
}
