import { writeCsv } from '../../csv.ts'
import { invalid } from '../../http/http-error.ts'
import {
  encodeJsonInSteps,
  isList,
  type Json,
  JsonExtra,
  JsonList,
  JsonNumber,
  JsonText,
} from './json.ts'
import type { Rendering } from './negotiation.ts'

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

/**
 * The CSV rendering of a body in pieces, some of them empty: a row an item of `results` (or of a bare array), else one row;
 * header sorted; CRLF. The rows are gone through twice: the header, which has the names of all, stands before them.
 */
function* encodeCsvInSteps(body: Json): Generator<string> {
  const rows = rowsOf(body)
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

function rowsOf(body: Json): readonly Json[] | JsonList {
  if (isList(body)) return body
  if (body !== null && typeof body === 'object' && 'results' in body && isList(body['results'])) {
    return body['results']
  }
  return [body]
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

/** The numbers of a body as lines `key value`, those of its queues as `key{queue="name"} value`; texts are left out. */
export function encodeOpenMetrics(body: Json): string {
  const lines = membersOf(body).flatMap(([key, value]) => {
    if (isNumber(value)) return [`${key} ${numberText(value)}`]
    return membersOf(value).flatMap(([name, inner]) =>
      isNumber(inner) ? [`${key}{queue="${name}"} ${numberText(inner)}`] : [],
    )
  })
  return [...lines, '# EOF'].join('\n')
}

function membersOf(value: Json): [string, Json][] {
  return value !== null && typeof value === 'object' ? Object.entries(value) : []
}

function isNumber(value: Json): value is number | JsonNumber {
  return typeof value === 'number' || value instanceof JsonNumber
}

function numberText(value: number | JsonNumber): string {
  return typeof value === 'number' ? String(value) : value.text
}
