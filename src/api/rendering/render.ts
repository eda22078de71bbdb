import { writeCsv } from '../../csv.ts'
import { invalid } from '../../http/http-error.ts'
import { labelsText } from '../../metrics.ts'
import { nextTurn } from '../../next-turn.ts'
import {
  encodeJson,
  isList,
  type Json,
  JsonExtra,
  JsonList,
  JsonMembers,
  jsonPieces,
  Verbatim,
} from './json.ts'
import type { Rendering } from './negotiation.ts'

const MEDIA_TYPES = {
  json: 'application/json',
  'json-flat': 'application/json',
  csv: 'text/csv; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const

type How = Pick<Rendering, 'renderer' | 'indent'>

/** A metric with one sample for each set of labels. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly samples: JsonList<Sample> | readonly Sample[]
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number | Verbatim
}

/** What is rendered. */
export interface Body {
  readonly json: Json
  /** The rows of the CSV, if they differ from those of `json`. */
  readonly rows?: JsonList | readonly Json[]
  /** The metrics for OpenMetrics. Without them, as for errors, the OpenMetrics body is empty. */
  readonly gauges?: readonly Gauge[]
}

const MAX_BYTES = 64 << 20
/** Longer lists are written as the client reads them, since encoding them at once would block other requests. */
const MAX_ITEMS = 1000
/** Approximate size of a chunk in characters. */
const CHUNK_LENGTH = 1 << 16

export function mediaTypeOf({ renderer }: How): { readonly 'Content-Type': string } {
  return { 'Content-Type': MEDIA_TYPES[renderer] }
}

/** Renders a body as UTF-8; a long list as chunks, when the client reads them. Rejects with 400 above 64 MiB. */
export async function render(
  body: Body,
  how: How,
): Promise<Buffer | (() => AsyncGenerator<Uint8Array>)> {
  if (isLong(body, how)) return () => chunksOf(piecesOf(body, how))
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunksOf(piecesOf(body, how))) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      throw invalid('This page is larger than 64 MiB. Ask for fewer items.', 'page_size')
    }
    // Items may be long.
    if (chunks.push(chunk) > 1) await nextTurn()
  }
  return Buffer.concat(chunks)
}

function isLong({ json, rows = rowsOf(json), gauges = [] }: Body, { renderer }: How): boolean {
  if (renderer === 'csv') return rows.length > MAX_ITEMS
  if (renderer === 'openmetrics') return gauges.some(({ samples }) => samples.length > MAX_ITEMS)
  const { size } = json instanceof JsonMembers ? json : { size: rowsOf(json).length }
  return renderer !== 'ndjson' && size > MAX_ITEMS
}

/** Renders a whole body at once. */
export function textOf(body: Body, how: How): string {
  return [...piecesOf(body, how)].join('')
}

/** NDJSON is a single line here, since only errors about lists arrive. */
function piecesOf(
  { json, rows = rowsOf(json), gauges = [] }: Body,
  { renderer, indent }: How,
): Iterable<string> {
  if (renderer === 'ndjson') return [`${encodeJson(json)}\n`]
  if (renderer === 'csv') return csvPieces(rows)
  if (renderer === 'openmetrics') return openMetricsLines(gauges)
  return jsonPieces(renderer === 'json-flat' ? withoutEnvelope(json) : json, indent)
}

/** Returns the items of `results` or of a bare list, otherwise the body itself. */
function rowsOf(json: Json): readonly Json[] | JsonList {
  const inner = withoutEnvelope(json)
  return isList(inner) ? inner : [json]
}

function withoutEnvelope(json: Json): Json {
  const isList = json !== null && typeof json === 'object' && 'results' in json
  return isList ? (json['results'] as Json) : json
}

/** Yields CSV. Iterates over the rows twice, because the header lists the columns of all rows, sorted. */
function* csvPieces(rows: readonly Json[] | JsonList): Generator<string> {
  const names = new Set<string>()
  for (const row of rows) {
    for (const name of flatten(row, '', new Map()).keys()) names.add(name)
    yield ''
  }
  if (names.size === 0) return
  const header = [...names].sort()
  yield writeCsv([header])
  for (const row of rows) {
    const cells = flatten(row, '', new Map())
    yield writeCsv([header.map((name) => cells.get(name) ?? '')])
  }
}

/** Formats gauges as OpenMetrics lines (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
function* openMetricsLines(gauges: readonly Gauge[]): Generator<string> {
  for (const { name, help, samples } of gauges) {
    yield `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`
    for (const { labels, value } of samples) {
      const text = value instanceof Verbatim ? value.json : value
      yield `${name}${labelsText(labels)} ${text}\n`
    }
  }
  yield '# EOF\n'
}

/** Encodes the items of a list as NDJSON (https://github.com/ndjson/ndjson-spec), in chunks. */
export function encodeLines({ length, item }: JsonList): AsyncGenerator<Uint8Array> {
  return chunksOf(new JsonList(length, (index) => `${encodeJson(item(index))}\n`))
}

/** Limits the texts of one chunk, so that many short texts cannot block other requests. */
const MAX_TEXTS = 1000

async function* chunksOf(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let text = ''
  let count = 0
  for (const next of texts) {
    text += next
    count++
    if (text.length < CHUNK_LENGTH && count < MAX_TEXTS) continue
    yield Buffer.from(text)
    text = ''
    count = 0
  }
  yield Buffer.from(text)
}

function flatten(value: Json, path: string, cells: Map<string, string>): Map<string, string> {
  if (value instanceof JsonExtra) return cells
  if (value === null || typeof value !== 'object' || value instanceof Verbatim) {
    return cells.set(path, cell(value))
  }
  const members = value instanceof JsonList ? [...value] : value
  for (const [key, member] of Object.entries(members)) {
    flatten(member, path === '' ? key : `${path}.${key}`, cells)
  }
  return cells
}

function cell(value: null | boolean | number | string | Verbatim): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value instanceof Verbatim ? value.cell : String(value)
}
