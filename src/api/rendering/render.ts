import { invalid } from '../../http/http-error.ts'
import { encodeCsvInSteps } from './csv.ts'
import { encodeJsonInSteps, type Json } from './json.ts'
import type { Rendering } from './negotiation.ts'
import { encodeOpenMetrics } from './open-metrics.ts'

const MEDIA_TYPES = {
  json: 'application/json',
  'json-flat': 'application/json',
  csv: 'text/csv; charset=utf-8',
  openmetrics: 'application/openmetrics-text; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const

/** About how many characters become bytes at once. */
const CHUNK_LENGTH = 1 << 16
const MAX_BYTES = 64 << 20

/** Bytes of a body, and its media type. */
interface Rendered {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** A body in UTF-8 with its media type. Throws 400 for a page of more than 64 MiB. */
export function* render(
  json: Json,
  { renderer, indent }: Pick<Rendering, 'renderer' | 'indent'>,
): Generator<void, Rendered> {
  const chunks: Buffer[] = []
  let bytes = 0
  let text = ''
  const flush = (): void => {
    const chunk = Buffer.from(text)
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      throw invalid('This page is larger than 64 MiB. Ask for fewer items.', 'page_size')
    }
    chunks.push(chunk)
    text = ''
  }
  for (const piece of piecesOf(json, renderer, indent)) {
    text += piece
    if (text.length >= CHUNK_LENGTH) flush()
    yield
  }
  flush()
  return {
    body: Buffer.concat(chunks),
    headers: { 'Content-Type': MEDIA_TYPES[renderer] },
  }
}

/** A single body is one line of NDJSON: of lists only errors come here, lists are streamed. */
function* piecesOf(json: Json, renderer: Rendering['renderer'], indent: number): Generator<string> {
  switch (renderer) {
    case 'csv':
      yield* encodeCsvInSteps(json)
      break
    case 'openmetrics':
      yield encodeOpenMetrics(json)
      break
    case 'ndjson':
      yield* encodeJsonInSteps(json)
      yield '\n'
      break
    case 'json-flat':
      yield* encodeJsonInSteps(withoutEnvelope(json), indent)
      break
    case 'json':
      yield* encodeJsonInSteps(json, indent)
      break
  }
}

function withoutEnvelope(json: Json): Json {
  const isList = json !== null && typeof json === 'object' && 'results' in json
  return isList ? (json['results'] as Json) : json
}
