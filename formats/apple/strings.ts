import { isWhitespace, trimEnd } from '../../src/text.ts'
import type { Format } from '../format.ts'
import { decodeMarkedUtf8, decodeUtf16 } from '../properties/decode.ts'
import { equalsAt, isEscaped, type Line } from '../properties/dialect.ts'
import { decodeEscapes } from '../properties/escapes.ts'
import { keyValueFormat } from '../properties/properties.ts'
import type { KeyValueRules } from '../properties/read.ts'
import { stringsDiscovery, stringsUtf8Discovery } from './strings-discovery.ts'
import { writeStrings } from './strings-write.ts'

const RULES: KeyValueRules = {
  dialect: {
    separatorAt(text, line) {
      if (text[line.start] !== '"') return equalsAt(text, line)
      const quote = quoteAt(text, line)
      return quote < 0 ? undefined : equalsAt(text, line, quote)
    },
    isContinued(text, start, end) {
      let last = end
      while (last > start && isWhitespace(text.charCodeAt(last - 1))) last--
      return last === start || text[last - 1] !== ';'
    },
    markLength: 0,
  },
  keyOf: unquote,
  textOf: (written, isComplete) => decodeEscapes(isComplete ? completeValue(written) : written),
}

/** Apple's strings: `"key" = "text";`, read as translate-toolkit does, line by line. */
export const strings: Format = keyValueFormat({
  id: 'strings',
  name: 'iOS Strings (UTF-16)',
  extension: 'strings',
  mediaType: 'text/plain',
  template: 'both',
  checkFlags: '',
  encoding: 'utf-16',
  decode: decodeUtf16,
  rules: RULES,
  discovery: stringsDiscovery,
  writer: { needsKeys: true, write: writeStrings },
})

export const stringsUtf8: Format = keyValueFormat({
  id: 'strings-utf8',
  name: 'iOS Strings (UTF-8)',
  extension: 'strings',
  mediaType: 'text/plain',
  template: 'both',
  checkFlags: '',
  decode: decodeMarkedUtf8,
  rules: RULES,
  discovery: stringsUtf8Discovery,
})

/** Offset of the quote that ends the key, the first one without a backslash before it; -1 for none. */
function quoteAt(text: string, line: Line): number {
  for (let at = line.start + 1; at < line.end; at++) {
    if (text[at] === '"' && !isEscaped(text, at, line)) return at
  }
  return -1
}

/** A value without the semicolons behind it and its quotes. */
function completeValue(written: string): string {
  return unquote(withoutEnd(trimEnd(written), ';'))
}

function unquote(written: string): string {
  let start = 0
  while (written[start] === '"') start++
  return withoutEnd(written.slice(start), '"').replaceAll('\\"', '"')
}

/** Without all of these at the end; one stays behind a backslash. */
function withoutEnd(text: string, mark: string): string {
  let end = text.length
  while (text[end - 1] === mark) end--
  return text.slice(0, text[end - 1] === '\\' ? end + 1 : end)
}
