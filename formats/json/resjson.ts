import { decodeUtf8 } from '../../src/text.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import { templateRule } from '../template-discovery.ts'
import { describedEntry, membersOf, textOfValue } from './described.ts'
import { isText, type JsonDialect } from './dialect.ts'
import { readJson } from './reader.ts'
import type { JsonValue } from './value.ts'

/**
 * Texts of Windows apps in JavaScript
 * (https://learn.microsoft.com/previous-versions/windows/apps/hh465254(v=win.10)): those whose names begin with `_` are for
 * translators. `_key.comment` is the note of `key`, and `_key.source` its source text, which counts without a template.
 */
export const resjson: JsonDialect = {
  id: 'resjson',
  name: 'RESJSON file',
  extension: 'json',
  mediaType: 'application/json',
  template: 'both',
  checkFlags: '',
  hasForm: ({ top }) =>
    Object.keys(top).some((key) => {
      if (key === '_strings' || key === '_locales') return true
      const [, name] = /^_(.+)\.(?:comment|source)$/s.exec(key) ?? []
      return name !== undefined && isText(top[name])
    }),
  decode: decodeUtf8,
  discovery: templateRule({ files: /\.resjson$/i, formatOf: () => 'resjson' }),
  parse: parseResources,
}

function parseResources(bytes: Uint8Array, { isMonolingual, onFault }: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault })
  const all = membersOf(top, text)
  const remarks = new Map(all.map(([key, value]) => [key, value]))
  const texts = all.filter(([key]) => !key.startsWith('_'))
  const entries = texts.map(([key, value, offset], index): Entry => {
    const note = remarks.get(`_${key}.comment`)
    const described = { key, ...textOfValue(value, text, offset), note, text, offset }
    const entry = describedEntry({ ...described, position: index + 1 }, true)
    return isMonolingual
      ? entry
      : { ...entry, source: sourceOf(remarks.get(`_${key}.source`), key) }
  })
  return { entries }
}

/** Without a source text, the key is the source. */
function sourceOf(source: JsonValue | undefined, key: string): string {
  return typeof source === 'string' && source !== '' ? source : key
}
