import { parse, TomlDate, TomlError, type TomlTable, type TomlValue } from 'smol-toml'
import { ParseError } from '../../src/errors.ts'
import {
  decodeUtf8,
  expectWhole,
  nameOfControl,
  parseErrorAt,
  replaceControls,
} from '../../src/text.ts'
import type { ParseOptions } from '../entry.ts'
import type { JsonDocument } from '../json/reader.ts'
import type { JsonValue } from '../json/value.ts'
import { placesOf } from './places.ts'

const MAX_DEPTH = 200

/** What TOML allows nowhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g

/**
 * A file of TOML (https://toml.io/en/v1.0.0) with its values in the order of the file; dates are texts. Throws
 * ParseError, also for 200 levels and for lone surrogates.
 */
export function readToml(bytes: Uint8Array, onFault: ParseOptions['onFault']): JsonDocument {
  const written = decodeUtf8(bytes)
  const text =
    onFault === undefined
      ? written
      : replaceControls(written, FORBIDDEN, (control, offset) => {
          onFault({ message: `TOML does not allow ${nameOfControl(control)}`, offset, context: '' })
        })
  const root = parseToml(text)
  const places = placesOf(text, root)

  function convert(value: TomlValue, offset: number, depth: number): JsonValue {
    if (typeof value === 'string') return whole(value, offset)
    if (typeof value === 'boolean') return value
    if (typeof value === 'bigint') return { kind: 'number', text: String(value), isInteger: true }
    if (typeof value === 'number') return { kind: 'number', text: String(value), isInteger: false }
    if (value instanceof TomlDate) return value.toISOString()
    if (depth > MAX_DEPTH) {
      throw parseErrorAt(text, offset, `expected at most ${MAX_DEPTH} levels, found more`)
    }
    const memberOffsets = places.get(value)
    if (Array.isArray(value)) {
      const offsets = value.map((_, index) => memberOffsets?.get(String(index)) ?? offset)
      const items = value.map((item, index) => convert(item, offsets[index] ?? 0, depth + 1))
      return { kind: 'array', items, offsets }
    }
    const keys = [...(memberOffsets?.keys() ?? Object.keys(value))]
    const offsets = keys.map((key) => memberOffsets?.get(key) ?? offset)
    const values = keys.map((key, index) => {
      const at = offsets[index] ?? 0
      whole(key, at)
      return convert(value[key] ?? '', at, depth + 1)
    })
    return { kind: 'object', keys, values, offsets }
  }

  function whole(part: string, offset: number): string {
    expectWhole(part, text, offset)
    return part
  }

  return { text, value: convert(root, 0, 0) }
}

function parseToml(text: string): TomlTable {
  // The library passes over a second one.
  if (text.startsWith('\ufeff')) {
    throw parseErrorAt(text, 0, 'expected a key, found a byte order mark')
  }
  try {
    return parse(text, { integersAsBigInt: true, maxDepth: MAX_DEPTH })
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const [message = ''] = cause.message.split('\n', 1)
    const problem = message.replace('Invalid TOML document: ', '')
    throw new ParseError(`expected TOML, found: ${problem}`, cause.line, cause.column, { cause })
  }
}
