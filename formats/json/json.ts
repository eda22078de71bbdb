import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { jsonDiscovery } from './discovery.ts'
import { readPlainEntries } from './plain.ts'
import { isTruthy, pythonText } from './python-text.ts'
import { MAX_DEPTH, readJson } from './reader.ts'
import type { JsonValue } from './value.ts'
import { writeJson } from './write.ts'

/** What all contexts of a file may have in characters: long keys above many short ones would multiply without end. */
const MAX_CONTEXT_CHARACTERS = 2 ** 28

/**
 * JSON of any shape: every scalar below the top level is an entry, its context the way to it (`a.b`, `list[0].k`), in
 * file order. Nothing in a key is special or escaped, so two ways may have one context. Notes and flags are empty.
 */
export const json: Format = {
  id: 'json',
  name: 'JSON file',
  extension: 'json',
  mediaType: 'application/json',
  template: 'both',
  checkFlags: '',
  decode: decodeUtf8,
  discovery: jsonDiscovery,
  parse: parseJson,
  writer: { needsKeys: true, write: writeJson },
}

function parseJson(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const toEntry = options.isMonolingual ? monolingualEntry : bilingualEntry
  const plain = options.withoutOffsets
    ? readPlainEntries(bytes, {
        maxDepth: MAX_DEPTH,
        maxContextCharacters: MAX_CONTEXT_CHARACTERS,
        toEntry,
      })
    : undefined
  return { entries: plain ?? readExactEntries(bytes, toEntry) }
}

type ToEntry = (path: string, value: JsonValue, index: number, offset?: number) => Entry

function monolingualEntry(
  path: string,
  value: JsonValue,
  index: number,
  offset: number = 0,
): Entry {
  const isText = typeof value === 'string'
  return {
    context: path,
    source: '',
    target: isText ? value : scalarText(value),
    state: (isText ? value !== '' : isTruthy(value)) ? 'translated' : 'untranslated',
    note: '',
    explanation: '',
    flags: '',
    position: index + 1,
    offset,
  }
}

function bilingualEntry(...given: Parameters<ToEntry>): Entry {
  return { ...monolingualEntry(...given), context: '', source: given[0].replace(/^\.+/, '') }
}

function readExactEntries(bytes: Uint8Array, toEntry: ToEntry): Entry[] {
  const { text, value: top } = readJson(bytes)
  const entries: Entry[] = []
  let contextCharacters = 0

  function visit(value: JsonValue, path: string, offset: number): void {
    if (typeof value === 'object' && value !== null && value.kind !== 'number') {
      descend(value, path)
      return
    }
    contextCharacters += path.length
    if (contextCharacters > MAX_CONTEXT_CHARACTERS) {
      throw parseErrorAt(text, offset, 'expected shorter keys, found over 256 million characters')
    }
    entries.push(toEntry(path, value, entries.length, offset))
  }

  /** Below the top level a member appends `.key`; the first dot of a way is not part of the context. */
  function descend(value: JsonValue, path: string | undefined): void {
    if (typeof value !== 'object' || value === null || value.kind === 'number') return
    const { offsets } = value
    if (value.kind === 'array') {
      const prefix = `${path ?? ''}[`
      value.items.forEach((item, index) => {
        visit(item, `${prefix}${index}]`, offsets[index] ?? 0)
      })
    } else {
      const prefix = path === undefined ? '' : `${path}.`
      value.keys.forEach((key, index) => {
        visit(value.values[index] ?? null, prefix + key, offsets[index] ?? 0)
      })
    }
  }

  descend(top, undefined)
  return entries
}

/** The text of a string, number, boolean or null (which has none). */
export function scalarText(value: JsonValue): string {
  return value === null ? '' : pythonText(value)
}
