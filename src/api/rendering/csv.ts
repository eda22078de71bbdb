import { writeCsv } from '../../csv.ts'
import { type Json, JsonExtra, JsonNumber, JsonText } from './json.ts'

/** The CSV rendering of a body: a row an item of `results` (or of a bare array), else one row; header sorted; CRLF. */
export function encodeCsv(body: Json): string {
  const rows = rowsOf(body).map((row) => flatten(row, '', new Map()))
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort()
  if (header.length === 0) return ''
  const lines = [header, ...rows.map((row) => header.map((name) => row.get(name) ?? ''))]
  return writeCsv(lines)
}

function rowsOf(body: Json): readonly Json[] {
  if (Array.isArray(body)) return body
  if (
    body !== null &&
    typeof body === 'object' &&
    'results' in body &&
    Array.isArray(body['results'])
  ) {
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
  for (const [key, member] of Object.entries(value)) {
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
