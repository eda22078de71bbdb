import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { formats } from '../../formats/index.ts'
import { differences, parseExact } from './compare.ts'
import { type Difference, Section } from './report.ts'
import type { GoldenProject, Server, ServerAnswer } from './server.ts'

type Fields = Record<string, unknown>

interface Row {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly answer_headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Names and lengths of the members. */
  readonly zip?: readonly (readonly [string, number])[]
}

/** The files whose answers can be those of a fresh import. */
const FILES = [
  ...['objects', 'statistics', 'units', 'lists', 'metrics', 'files', 'errors', 'allow', 'demo'],
]

/** Requests that are left out, with the reason. */
const INCOMPARABLE: readonly (readonly [path: RegExp, reason: string])[] = [
  [/\/test\/markdown\//, 'a format that gitglot does not read'],
  [/\/test\/glossary\//, 'gitglot gives a local glossary the languages of its project'],
  [/\/changes\//, 'the log of that server has alerts, add-ons and times of its own'],
  [
    /^\/api\/(?:users|groups|roles|search|metrics|languages)\//,
    'people, names and sums of all it has',
  ],
  [/\/(?:credits|repository|machinery_settings)\//, 'gitglot shows what it refuses or left out'],
  [/\/(?:test|tidewatch)\/metrics\/\?format=openmetrics$/, 'compared without times, see below'],
  [/format=(?:xliff|xliff11|po|tbx|xlsx|aresource|strings)$/, 'compared by the suite `files`'],
  [
    /^\/api\/(?:nope|workspaces|tasks)\/$|\/translations\/test\/cdata\/cs$/,
    'its page for browsers',
  ],
]

const REPOSITORIES: Readonly<Record<string, string>> = {
  'https://github.com/WeblateOrg/test.git': 'WeblateOrg/test',
  'https://github.com/oracle/mix.git': 'oracle/mix',
}

/** Settings that a component is made with. */
const SETTINGS = [
  ...['slug', 'name', 'filemask', 'template', 'new_base', 'intermediate', 'file_format'],
  'file_format_params',
  ...['check_flags', 'is_glossary', 'priority', 'edit_template', 'new_lang'],
]

/** The project `test` as that server said of it, components in the order of their ids. */
export function recordedProject(
  folder: string,
  repositoryOf: (name: string) => string,
): GoldenProject {
  const answers = readRows(join(folder, 'objects.json'))
    .filter(({ path }) => /^\/api\/components\/test\/[^/]+\/$/.test(path))
    .map(({ json }) => json as Fields)
    .filter(({ file_format: id }) => formats.has(String(id)))
    .sort((a, b) => Number(a['id']) - Number(b['id']))
  const components = answers.map((answer) => {
    const repo = REPOSITORIES[String(answer['repo'])]
    return {
      ...Object.fromEntries(SETTINGS.map((name) => [name, answer[name]])),
      ...(repo === undefined
        ? { vcs: 'local', repo: 'local:' }
        : { repo: repositoryOf(repo), branch: 'main' }),
    }
  })
  const repo = 'WeblateOrg/test'
  return { repo, branch: 'main', project: ['test', 'Weblate test'], components }
}

/** Recorded answers of 2026.10, each from the server that has its project. */
export async function compareRecorded(
  servers: { readonly test: Server; readonly tidewatch: Server },
  folder: string,
): Promise<Section[]> {
  const section = new Section('requests in 2026.10')
  const ids = await unitIds(servers, folder)
  for (const name of FILES) {
    for (const row of readRows(join(folder, `${name}.json`))) {
      if (INCOMPARABLE.some(([path]) => path.test(row.path))) continue
      const path = row.path.replace(/(\/units\/)(\d+)/, (whole, start, id) =>
        ids.has(id) ? `${start}${ids.get(id)}` : whole,
      )
      const answer = await serverOf(servers, row.path).get(
        path,
        { Accept: 'application/json', ...withoutToken(row.headers) },
        row.method,
      )
      section.add(`${name} ${row.method} ${row.path}`, compareRow(row, answer))
    }
  }
  return [section]
}

function serverOf(
  { test, tidewatch }: { readonly test: Server; readonly tidewatch: Server },
  path: string,
): Server {
  return path.includes('tidewatch') ? tidewatch : test
}

function withoutToken({ Authorization: _, ...headers }: Row['headers'] = {}) {
  return headers
}

/** The ids that units have here, by those that they had there. */
async function unitIds(
  servers: { readonly test: Server; readonly tidewatch: Server },
  folder: string,
): Promise<ReadonlyMap<string, unknown>> {
  const ids = new Map<string, unknown>()
  for (const { path, json } of readRows(join(folder, 'units.json'))) {
    const list = (json as { results?: Fields[] }).results ?? []
    if (list.length === 0) continue
    const here = await serverOf(servers, path).get(path.replace(/\?.*/, '?page_size=1000'))
    const own = new Map(
      ((here.json as { results?: Fields[] } | undefined)?.results ?? []).map((unit) => [
        unit['id_hash'],
        unit['id'],
      ]),
    )
    for (const unit of list) ids.set(String(unit['id']), own.get(unit['id_hash']))
  }
  return ids
}

function compareRow(row: Row, answer: ServerAnswer): Difference[] {
  const isRefused = row.headers?.['Authorization'] !== undefined
  const expected = {
    status: isRefused ? 200 : row.status,
    allow: row.answer_headers['Allow'],
    type: row.answer_headers['Content-Type'],
    disposition: row.answer_headers['Content-Disposition'],
    ...(row.json !== undefined && !isRefused && { json: row.json }),
    ...(isWhole(row.text) && { text: row.text?.split('\n') }),
    ...(row.zip && { zip: sorted(row.zip) }),
  }
  const { status, headers } = answer
  const zip = row.zip && Object.entries(unzipSync(answer.bytes))
  const actual = {
    status,
    allow: headers.get('allow') ?? undefined,
    type: headers.get('content-type') ?? undefined,
    disposition: headers.get('content-disposition') ?? undefined,
    ...('json' in expected && { json: answer.json ?? parseExact(answer.text) }),
    ...('text' in expected && { text: answer.text.split('\n') }),
    ...(zip && { zip: sorted(zip.map(([name, { length }]) => [name, length])) }),
  }
  return differences(expected, actual)
}

/** Long texts and pages were recorded by their length alone. */
function isWhole(text: string | undefined): boolean {
  return text !== undefined && !/^<\d+ characters>$/.test(text)
}

function sorted(members: readonly (readonly [string, number])[]): string[] {
  return members.map((member) => member.join(' ')).sort()
}

function readRows(path: string): Row[] {
  return parseExact(readFileSync(path, 'utf8')) as Row[]
}
