import { writeCsv } from '../../csv.ts'
import { invalid } from '../../http/http-error.ts'
import type { Listing } from '../pagination.ts'
import {
  encodeJson,
  isList,
  type Json,
  JsonExtra,
  JsonList,
  JsonMembers,
  JsonNumber,
  JsonText,
  lineBreak,
  membersText,
} from './json.ts'
import type { Rendering } from './negotiation.ts'
import { type Gauge, openMetricsLines } from './open-metrics.ts'

const MEDIA_TYPES = {
  json: 'application/json',
  'json-flat': 'application/json',
  csv: 'text/csv; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const

type How = Pick<Rendering, 'renderer' | 'indent'>

/** What is rendered. */
interface Body {
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

/**
 * Renders a body as UTF-8; a long list as chunks, each encoded when the client reads it. Throws 400 if the body exceeds
 * 64 MiB.
 */
export function render(body: Body, how: How): Buffer | (() => AsyncGenerator<Uint8Array>) {
  const { json, rows: shown = rowsOf(json), gauges = [] } = body
  switch (how.renderer) {
    case 'csv':
      if (shown.length > MAX_ITEMS) return () => chunksOf(longCsv(shown))
      break
    case 'openmetrics':
      if (gauges.some(({ samples }) => samples.length > MAX_ITEMS)) {
        return () => chunksOf(openMetricsLines(gauges))
      }
      break
    case 'json':
    case 'json-flat':
      if (json instanceof JsonMembers && json.size > MAX_ITEMS) {
        return () => chunksOf(membersText(json, how.indent, lineBreak(how.indent, 0)))
      }
      if (rowsOf(json).length > MAX_ITEMS) return () => chunksOf(longJson(json, how))
  }
  const bytes = Buffer.from(textOf(body, how))
  if (bytes.length > MAX_BYTES) {
    throw invalid('This page is larger than 64 MiB. Ask for fewer items.', 'page_size')
  }
  return bytes
}

/** Renders a whole body at once. NDJSON is a single line here, since only errors about lists arrive. */
export function textOf(
  { json, rows = rowsOf(json), gauges = [] }: Body,
  { renderer, indent }: How,
): string {
  switch (renderer) {
    case 'csv':
      return encodeCsv(rows)
    case 'openmetrics':
      return [...openMetricsLines(gauges)].join('')
    case 'ndjson':
      return `${encodeJson(json)}\n`
    case 'json-flat':
      return encodeJson(withoutEnvelope(json), indent)
    case 'json':
      return encodeJson(json, indent)
  }
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

/** A placeholder for the list inside the surrounding JSON: encoded JSON never contains this character. */
const MARK = new JsonNumber('\0')

function* longJson(json: Json, { renderer, indent }: How): Generator<string> {
  const isBare = renderer === 'json-flat' || isList(json)
  const around = isBare ? MARK : { ...(json as object), results: MARK }
  const [before = '', after = ''] = encodeJson(around, indent).split(MARK.text)
  const depth = isBare ? 0 : 1
  yield `${before}[`
  let separator = ''
  for (const item of rowsOf(json)) {
    yield `${separator}${lineBreak(indent, depth + 1)}${encodeJson(item, indent, depth + 1)}`
    separator = ','
  }
  yield `${lineBreak(indent, depth)}]${after}`
}

/** Iterates over the rows twice, because the header, which comes first, names the columns of all rows. */
function* longCsv(rows: readonly Json[] | JsonList): Generator<string> {
  const names = new Set<string>()
  for (const row of rows) {
    for (const name of columnsOf([row])) names.add(name)
    yield ''
  }
  const header = [...names].sort()
  yield encodeRow(header)
  for (const row of rows) yield encodeRows(header, [row])
}

/** Encodes the items of a list as NDJSON (https://github.com/ndjson/ndjson-spec), in chunks. */
export function encodeLines({ count, item }: Listing): AsyncGenerator<Uint8Array> {
  return chunksOf(new JsonList(count, (index) => `${encodeJson(item(index))}\n`))
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

/** Renders rows as CSV with CRLF line ends. The header lists the columns of all rows, sorted. */
function encodeCsv(rows: Iterable<Json>): string {
  const header = columnsOf(rows)
  return header.length === 0 ? '' : encodeRow(header) + encodeRows(header, rows)
}

/** Returns the column names of all rows, sorted. */
function columnsOf(rows: Iterable<Json>): string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of flatten(row, '', new Map()).keys()) names.add(name)
  return [...names].sort()
}

function encodeRows(header: readonly string[], rows: Iterable<Json>): string {
  return Array.from(rows, (row) => {
    const cells = flatten(row, '', new Map())
    return encodeRow(header.map((name) => cells.get(name) ?? ''))
  }).join('')
}

function encodeRow(cells: readonly string[]): string {
  return writeCsv([cells])
}

function flatten(value: Json, path: string, cells: Map<string, string>): Map<string, string> {
  if (value instanceof JsonExtra) return cells
  if (isCell(value)) {
    cells.set(path, cell(value))
    return cells
  }
  const members = value instanceof JsonList ? [...value] : value
  for (const [key, member] of Object.entries(members)) {
    flatten(member, path === '' ? key : `${path}.${key}`, cells)
  }
  return cells
}

type Cell = null | boolean | number | string | JsonNumber | JsonText

function isCell(value: Json): value is Cell {
  if (value === null || typeof value !== 'object') return true
  return value instanceof JsonNumber || value instanceof JsonText
}

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value instanceof JsonText) return value.cell
  return value instanceof JsonNumber ? value.text : String(value)
}
