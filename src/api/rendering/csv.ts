import { writeCsv } from '../../csv.ts'
import { isList, type Json, JsonExtra, JsonList, JsonNumber, JsonText } from './json.ts'

/**
 * The CSV rendering of a body in pieces, some of them empty: a row an item of `results` (or of a bare array), else one row;
 * header sorted; CRLF. The rows are gone through twice: the header, which has the names of all, stands before them.
 */
export function* encodeCsvInSteps(body: Json): Generator<string> {
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
