import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { arbDiscovery } from './arb-discovery.ts'
import { anyMember, isObject, kindOf, type ReadMember, typedMember } from './member.ts'
import { placeholderFlags } from './placeholders.ts'
import { isTruthy, noteText, scalarText } from './python-text.ts'
import { readJson } from './reader.ts'
import type { JsonValue } from './value.ts'

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
  parse: (bytes, options) => parseArb(bytes, options, () => anyMember),
  as2026: { parse: (bytes, options) => parseArb(bytes, options, typedMember) },
}

function parseArb(
  bytes: Uint8Array,
  { isMonolingual, onFault }: ParseOptions,
  readMemberOf: (text: string) => ReadMember,
): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault })
  const readMember = readMemberOf(text)
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
    entries.push({
      context: isMonolingual ? key.replace(/^\./, '') : '',
      source: isMonolingual ? '' : key.replace(/^\.+/, ''),
      target: scalarText(value),
      state: isTruthy(value) ? 'translated' : 'untranslated',
      note: noteText(metadata && readMember(metadata, 'description', 'text')),
      explanation: '',
      ...placeholderFlags(metadata && readMember(metadata, 'placeholders', 'object')),
      position: entries.length + 1,
      offset,
    })
  })
  return { entries }
}

/** Strings, integers and booleans are messages: to Python, booleans are integers. */
function isMessage(value: JsonValue): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return true
  return value !== null && value.kind === 'number' && value.isInteger
}
