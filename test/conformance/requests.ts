import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences, parseExact } from './compare.ts'
import { type Difference, Section } from './report.ts'
import type { Server } from './server.ts'

interface Row {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly answer_headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Whether a proposal for read-only services overrides the recorded answer. */
  readonly proposal?: true
}

/** What holds instead of a recorded answer: status and, for errors, their code. */
function proposed({ method, path, headers }: Row): { status: number; code?: string } {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method))
    return { status: 403, code: 'permission_denied' }
  if (headers?.['Authorization'] !== undefined) return { status: 200 }
  if (path.startsWith('/api/nope/') || path === '/api/tasks/')
    return { status: 404, code: 'not_found' }
  return { status: 200 }
}

/** Single requests with their status, methods, type and body, and renderings as CSV and flat JSON. */
export async function compareRequests(
  server: Server,
  { folder, ignored }: { folder: string; ignored: ReadonlySet<string> },
): Promise<Section[]> {
  const requests = new Section('requests')
  for (const row of readRows(join(folder, 'requests.json'))) {
    requests.add(nameOf(row), await compareRow(server, row, ignored))
  }
  const renderings = new Section('renderings')
  for (const row of readRows(join(folder, 'renderings.json'))) {
    renderings.add(nameOf(row), await compareRow(server, row, ignored))
  }
  return [requests, renderings]
}

function readRows(path: string): Row[] {
  return parseExact(readFileSync(path, 'utf8')) as Row[]
}

function nameOf({ method, path, headers }: Row): string {
  return `${method} ${path} ${headers === undefined ? '' : JSON.stringify(headers)}`.trim()
}

async function compareRow(
  server: Server,
  row: Row,
  ignored: ReadonlySet<string>,
): Promise<Difference[]> {
  const response = await server.get(row.path, headersOf(row), row.method)
  if (row.proposal) {
    const { status, code } = proposed(row)
    const actual = errorCode(response.json)
    return [...difference('status', status, response.status), ...difference('code', code, actual)]
  }
  return [
    ...difference('status', row.status, response.status),
    ...difference('Allow', row.answer_headers['Allow'], response.headers.get('allow') ?? undefined),
    ...difference(
      'Content-Type',
      row.answer_headers['Content-Type'],
      response.headers.get('content-type') ?? undefined,
    ),
    ...(row.json === undefined ? [] : compareJson(row, response.json, ignored)),
    ...(row.text === undefined || row.text === ''
      ? []
      : compareCsv(row.text, response.text, ignored)),
  ]
}

/** Rows without an `Accept` header stand for a client that accepts `application/json`. */
function headersOf({ headers = {} }: Row): Record<string, string> {
  return { Accept: 'application/json', ...headers }
}

/** Messages of the query parser differ in wording. */
function compareJson(row: Row, actual: unknown, ignored: ReadonlySet<string>): Difference[] {
  const fields = differences(row.json, actual, ignored)
  return row.path.includes('q=') && row.status === 400
    ? fields.filter(({ field }) => field !== 'errors[].detail')
    : fields
}

function errorCode(json: unknown): string | undefined {
  return (json as { errors?: { code: string }[] } | undefined)?.errors?.[0]?.code
}

function difference(field: string, expected: unknown, actual: unknown): Difference[] {
  return expected === actual ? [] : [{ field, expected, actual }]
}

const MASKED_COLUMNS =
  /(^|\.)(id|last_change|last_author|last_updated|timestamp|source_unit|repo|url|web_url|git_export|task_url|\w+_message|recent_changes|addons(\.\d+)?|pending)$/

function compareCsv(expected: string, actual: string, ignored: ReadonlySet<string>): Difference[] {
  const [golden, ours] = [parseCsv(expected), parseCsv(actual)]
  const header = golden[0] ?? []
  const isCompared = (name: string) =>
    !MASKED_COLUMNS.test(name) && !ignored.has(name.split('.').at(-1) ?? '')
  const csvDifferences = difference(
    'header',
    header.filter(isCompared).join(),
    // Columns of the other version are additional, like its keys in JSON.
    (ours[0] ?? []).filter((name) => header.includes(name) && isCompared(name)).join(),
  )
  for (const [index, cells] of golden.entries()) {
    for (const [column, name] of header.entries()) {
      const at = ours[0]?.indexOf(name) ?? -1
      if (isCompared(name))
        csvDifferences.push(...difference(name, cells[column], ours[index]?.[at]))
    }
  }
  return csvDifferences
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g,
  )) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
