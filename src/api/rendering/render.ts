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
  /** The rows of CSV, where they are other than those of `json`. */
  readonly rows?: JsonList | readonly Json[]
  /** The numbers of OpenMetrics; of an answer without any, as of an error, nothing is left. */
  readonly gauges?: readonly Gauge[]
}

const MAX_BYTES = 64 << 20
/** A list with more items is written as the client takes it: to make them all at once would keep others waiting. */
const MAX_ITEMS = 1000
/** About how many characters are made before the client has to take them. */
const CHUNK_LENGTH = 1 << 16

export function mediaTypeOf({ renderer }: How): { readonly 'Content-Type': string } {
  return { 'Content-Type': MEDIA_TYPES[renderer] }
}

/** A body in UTF-8; of a long list in chunks, each of which is made when it is taken. Throws 400 for one of more than 64 MiB. */
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

/** A body at once. A single one is one line of NDJSON: of lists only errors come here. */
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

/** The items of `results`, or of a bare list; else the body itself. */
function rowsOf(json: Json): readonly Json[] | JsonList {
  const inner = withoutEnvelope(json)
  return isList(inner) ? inner : [json]
}

function withoutEnvelope(json: Json): Json {
  const isList = json !== null && typeof json === 'object' && 'results' in json
  return isList ? (json['results'] as Json) : json
}

/** Stands for the list in the text around it: no text of JSON has this character. */
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

/** Gone through twice: the header, which has the names of all, stands before the rows. */
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

/** The items of a list, one a line of JSON (https://github.com/ndjson/ndjson-spec), in chunks. */
export function encodeLines({ count, item }: Listing): AsyncGenerator<Uint8Array> {
  return chunksOf(new JsonList(count, (index) => `${encodeJson(item(index))}\n`))
}

/** How many texts without anything are made before others have their turn. */
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

/** The CSV rendering of some rows: the header has the names of all, sorted; CRLF. */
function encodeCsv(rows: Iterable<Json>): string {
  const header = columnsOf(rows)
  return header.length === 0 ? '' : encodeRow(header) + encodeRows(header, rows)
}

/** The names of the cells of some rows, sorted. */
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
