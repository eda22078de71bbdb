import { encodeCsv } from './csv.ts'
import { encodeJson, type Json } from './json.ts'
import type { Rendering } from './negotiation.ts'
import { encodeOpenMetrics } from './open-metrics.ts'

const MEDIA_TYPES = {
  json: 'application/json',
  'json-flat': 'application/json',
  csv: 'text/csv; charset=utf-8',
  openmetrics: 'application/openmetrics-text; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const

/** A body as text with its media type; an empty CSV has none. */
export function render(
  json: Json,
  { renderer, indent }: Pick<Rendering, 'renderer' | 'indent'>,
): { readonly text: string; readonly headers: Readonly<Record<string, string>> } {
  const text = textOf(json, renderer, indent)
  return { text, headers: text === '' ? {} : { 'Content-Type': MEDIA_TYPES[renderer] } }
}

/** A single body is one line of NDJSON: of lists only errors come here, lists are streamed. */
function textOf(json: Json, renderer: Rendering['renderer'], indent: number): string {
  switch (renderer) {
    case 'csv':
      return encodeCsv(json)
    case 'openmetrics':
      return encodeOpenMetrics(json)
    case 'ndjson':
      return `${encodeJson(json)}\n`
    case 'json-flat':
      return encodeJson(withoutEnvelope(json), indent)
    case 'json':
      return encodeJson(json, indent)
  }
}

function withoutEnvelope(json: Json): Json {
  const isList = json !== null && typeof json === 'object' && 'results' in json
  return isList ? (json['results'] as Json) : json
}
