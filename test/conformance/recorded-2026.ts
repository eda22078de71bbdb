import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { formats } from '../../formats/index.ts'
import { differences, parseExact } from './compare.ts'
import { mask } from './files.ts'
import { HOUSEKEEPING } from './history.ts'
import { type Difference, Section } from './report.ts'
import type { GoldenProject, Server, ServerResponse } from './server.ts'

type Fields = Record<string, unknown>

/** Answers recorded once another commit had come to the project `test`. */
const CHANGED = 'state-11'

export interface RecordedServers {
  readonly test: Server
  /** The project `test` with one commit more. */
  readonly changed: Server
  readonly tidewatch: Server
}

interface Row {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Absent where only the answer itself was recorded. */
  readonly answer_headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Names and lengths of the members. */
  readonly zip?: readonly (readonly [string, number])[]
}

const FILES = [
  ...['objects', 'statistics', 'units', 'lists', 'metrics', 'files', 'errors', 'allow', 'demo'],
  ...['changes', CHANGED],
]

/** A component in a format that gitglot does not read. */
const UNREAD = 'markdown'
/** Where files and lines are about it, or about a glossary's languages: a local one has here those of its project. */
const UNREAD_FILE = /^test\/markdown\/|^test-(?:markdown|glossary)-/
const UNREAD_LINE = /^(?:markdown|glossary,cs),|component="(?:markdown"|glossary",language="cs")/

/** Requests that are left out, with the reason. */
const INCOMPARABLE: readonly (readonly [path: RegExp, reason: string])[] = [
  [new RegExp(`/test/${UNREAD}/`), 'a format that gitglot does not read'],
  [/\/test\/glossary\//, 'gitglot gives a local glossary the languages of its project'],
  [/^\/api\/changes\/(?:\?page_size=3|2818\/)$/, 'alerts, which are no changes of a mirror'],
  [/^\/api\/(?:users|groups|roles)\//, 'people that gitglot does not know'],
  [/^\/api\/metrics\/|\/languages\/(?:ar\/$|cs\/statistics\/)/, 'about both projects at once'],
  [/\/(?:credits|repository)\//, 'gitglot shows what it refuses or left out'],
  [/^\/api\/(?:nope|workspaces|tasks)\/$/, 'its page for browsers'],
  [/\/languages\/cs\/(?:announcements\/)?$|\/cdata\/(?:metrics\/|cs)$/, 'its page for browsers'],
]

/** A commit came to it while answers were recorded. */
export const CHANGED_REPOSITORY = 'oracle/mix'

/** Settings that a component is made with. */
const SETTINGS = [
  ...['slug', 'name', 'filemask', 'template', 'new_base', 'intermediate', 'file_format'],
  'file_format_params',
  ...['check_flags', 'is_glossary', 'priority', 'edit_template', 'new_lang'],
]

/** The project `test` as that server said of it, components in the order of their ids. */
export function recordedProject(
  folder: string,
  {
    changedRepo,
    stateFrom,
  }: { readonly changedRepo: string; readonly stateFrom: 'commit' | 'follow' },
): GoldenProject {
  const objects = readRows(join(folder, 'objects.json'))
    .filter(({ path }) => /^\/api\/components\/test\/[^/]+\/$/.test(path))
    .map(({ json }) => json as Fields)
    .filter(({ file_format: id }) => formats.has(String(id)))
    .sort((a, b) => Number(a['id']) - Number(b['id']))
  const components = objects.map((object) => ({
    ...Object.fromEntries(SETTINGS.map((name) => [name, object[name]])),
    state_from: stateFrom,
    ...(object['repo'] === 'local:' && { vcs: 'local', repo: 'local:' }),
    ...(String(object['repo']).includes(CHANGED_REPOSITORY) && { repo: changedRepo }),
  }))
  const repo = 'WeblateOrg/test'
  return { repo, branch: 'main', project: ['test', 'Weblate test'], components }
}

/** Recorded answers of 2026.10, each from the server that has its project. */
export async function compareRecorded(
  servers: RecordedServers,
  folder: string,
): Promise<Section[]> {
  const section = new Section('requests in 2026.10')
  const ids = await unitIds(servers, folder)
  for (const name of FILES) {
    for (const row of readRows(join(folder, `${name}.json`))) {
      if (INCOMPARABLE.some(([path]) => path.test(row.path))) continue
      const path = row.path
        .replace(/(\/units\/)(\d+)/, (whole, start, id) =>
          ids.has(id) ? `${start}${ids.get(id)}` : whole,
        )
        .replace(/(\/changes\/\?page_size)=\d+/, '$1=1000')
      const server = name === CHANGED ? servers.changed : serverOf(servers, row.path)
      const headers = { Accept: 'application/json', ...withoutToken(row.headers) }
      const response = await server.get(path, headers, row.method)
      section.add(`${name} ${row.method} ${row.path}`, compareRow(row, response))
    }
  }
  return [section]
}

function serverOf({ test, tidewatch }: RecordedServers, path: string): Server {
  return path.includes('tidewatch') ? tidewatch : test
}

function withoutToken({ Authorization: _, ...headers }: Row['headers'] = {}) {
  return headers
}

/** The ids that units have here, by those that they had there. */
async function unitIds(
  servers: RecordedServers,
  folder: string,
): Promise<ReadonlyMap<string, unknown>> {
  const ids = new Map<string, unknown>()
  for (const { path, json } of readRows(join(folder, 'units.json'))) {
    const list = (json as { results?: Fields[] }).results ?? []
    if (list.length === 0) continue
    const here = await serverOf(servers, path).get(path.replace(/\?.*/, '?page_size=1000'))
    const units = new Map(
      ((here.json as { results?: Fields[] } | undefined)?.results ?? []).map((unit) => [
        unit['id_hash'],
        unit['id'],
      ]),
    )
    for (const unit of list) ids.set(String(unit['id']), units.get(unit['id_hash']))
  }
  return ids
}

function compareRow(row: Row, response: ServerResponse): Difference[] {
  const isRefused = row.headers?.['Authorization'] !== undefined
  const headers = row.answer_headers
  const expected = {
    status: isRefused ? 200 : row.status,
    ...(headers && {
      allow: headers['Allow'],
      type: headers['Content-Type'],
      disposition: headers['Content-Disposition'],
    }),
    ...(row.json !== undefined && !isRefused && { json: comparable(row.json, row) }),
    ...(isWhole(row.text) && { text: linesOf(row.text ?? '') }),
    ...(row.zip && { zip: sizesOf(row.zip) }),
  }
  const zip = row.zip && Object.entries(unzipSync(response.bytes))
  const actual = {
    status: response.status,
    ...(headers && {
      allow: response.headers.get('allow') ?? undefined,
      type: response.headers.get('content-type') ?? undefined,
      disposition: response.headers.get('content-disposition') ?? undefined,
    }),
    ...('json' in expected && {
      json: comparable(response.json ?? parseExact(response.text), row),
    }),
    ...('text' in expected && { text: linesOf(response.text) }),
    ...(zip && { zip: sizesOf(zip.map(([name, { length }]) => [name, length])) }),
  }
  return differences(expected, actual)
}

/**
 * What can be compared of an answer: of a page of a log, which holds other things too, its changes of strings, as many as
 * were recorded.
 */
function comparable(json: unknown, { path, json: recorded }: Row): unknown {
  if (isLog(recorded)) return { results: changesLike(recorded, json) }
  const { [UNREAD]: _, ...others } = json as Fields
  if (path.includes('/metrics/')) return others
  const { contexts } = recorded as Fields
  if (contexts === undefined || json === recorded) return json
  const { count, results = [] } = json as { count: number; results?: Fields[] }
  return { count, contexts: results.map(({ context }) => context) }
}

function isLog(json: unknown): json is { readonly results: Fields[] } {
  const { results } = json as { results?: unknown }
  return (
    Array.isArray(results) && results.some((result) => (result as Fields)['action'] !== undefined)
  )
}

/** The recorded server imported components one after another; here one commit has them all. */
function changesLike(recorded: { readonly results: Fields[] }, json: unknown): Fields[] {
  const isComparable = ({ action, component }: Fields) =>
    !HOUSEKEEPING.has(Number(action)) && !String(component).endsWith(`/test/${UNREAD}/`)
  const expected = recorded.results.filter(isComparable)
  const components = new Set(expected.map(({ component }) => component))
  const { results } = json as { results: Fields[] }
  const actual = results.filter(
    (change) => isComparable(change) && components.has(change['component']),
  )
  return [...components].flatMap((name) => {
    const ofComponent = ({ component }: Fields) => component === name
    return actual.filter(ofComponent).slice(0, expected.filter(ofComponent).length)
  })
}

/** The lines of a text, except times. */
function linesOf(text: string): string[] {
  return mask(text)
    .replace(/^(weblate_last_update_timestamp\{.*\}) .*$/gm, '$1')
    .split('\n')
    .filter((line) => !UNREAD_LINE.test(line))
}

/** Long texts and pages were recorded by their length alone. */
function isWhole(text: string | undefined): boolean {
  return text !== undefined && !/^<\d+ characters>$/.test(text)
}

/** By name; in which order was not recorded for both. */
function sizesOf(members: readonly (readonly [string, number])[]): Fields {
  return Object.fromEntries(members.filter(([name]) => !UNREAD_FILE.test(name)).sort())
}

function readRows(path: string): Row[] {
  return parseExact(readFileSync(path, 'utf8')) as Row[]
}
