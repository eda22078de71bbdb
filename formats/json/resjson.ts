import type { ParsedFile, ParseOptions } from '../entry.ts'
import { templateRule } from '../template-discovery.ts'
import { describedEntries, membersOf, textOfValue } from './described.ts'
import { isText, JSON_FACTS, type JsonDialect } from './dialect.ts'
import { readJson } from './reader.ts'
import type { JsonValue } from './value.ts'

/**
 * Texts of Windows apps in JavaScript
 * (https://learn.microsoft.com/previous-versions/windows/apps/hh465254(v=win.10)): those whose names begin with `_` are for
 * translators. `_key.comment` is the note of `key`, and `_key.source` its source text, which counts without a template.
 */
export const resjson: JsonDialect = {
  ...JSON_FACTS,
  id: 'resjson',
  name: 'RESJSON file',
  hasForm: ({ top }) =>
    Object.keys(top).some((key) => {
      if (key === '_strings' || key === '_locales') return true
      const [, name] = /^_(.+)\.(?:comment|source)$/s.exec(key) ?? []
      return name !== undefined && isText(top[name])
    }),
  discovery: templateRule({ files: /\.resjson$/i }),
  parse: parseResources,
}

function parseResources(bytes: Uint8Array, { isMonolingual, onFault }: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault })
  const all = membersOf(top, text)
  const remarks = new Map(all.map(({ key, value }) => [key, value]))
  const texts = all.filter(({ key }) => !key.startsWith('_'))
  const keyed = { isMonolingual: true }
  const entries = describedEntries(texts, text, keyed, ({ key, value, offset }) => {
    return { key, ...textOfValue(value, text, offset), note: remarks.get(`_${key}.comment`) }
  })
  if (isMonolingual) return { entries }
  const sources = texts.map(({ key }) => sourceOf(remarks.get(`_${key}.source`), key))
  return { entries: entries.map((entry, index) => ({ ...entry, source: sources[index] ?? '' })) }
}

function sourceOf(source: JsonValue | undefined, key: string): string {
  return typeof source === 'string' && source !== '' ? source : key
}
