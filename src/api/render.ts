import { encodeCsv } from './csv.ts'
import { encodeJson, type Json } from './json.ts'
import type { Rendering } from './negotiation.ts'

/** A body as text with its media type; an empty CSV has none. */
export function render(
  json: Json,
  { renderer, indent }: Pick<Rendering, 'renderer' | 'indent'>,
): { readonly text: string; readonly headers: Readonly<Record<string, string>> } {
  const text =
    renderer === 'csv'
      ? encodeCsv(json)
      : encodeJson(renderer === 'json-flat' ? withoutEnvelope(json) : json, indent)
  if (text === '') return { text, headers: {} }
  const type = renderer === 'csv' ? 'text/csv; charset=utf-8' : 'application/json'
  return { text, headers: { 'Content-Type': type } }
}

function withoutEnvelope(json: Json): Json {
  const isList = json !== null && typeof json === 'object' && 'results' in json
  return isList ? (json['results'] as Json) : json
}
