import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences } from './compare.ts'
import { type Difference, Section } from './report.ts'
import type { Server } from './server.ts'

interface SearchRow {
  readonly q: string
  readonly count?: number
  /** `component/language#checksum`; null where there are many. */
  readonly units?: readonly string[] | null
  /** Of an answer that is an error. */
  readonly status?: number
}

/** Every recorded search over the units of a project. Of errors the shape counts, not the parser's wording. */
export async function compareSearch(
  server: Pick<Server, 'get'>,
  { requests, project }: { readonly requests: string; readonly project: string },
): Promise<Section[]> {
  const section = new Section('search')
  for (const row of readSearches(requests)) {
    section.add(row.q, await compareRow(server, project, row))
  }
  return [section]
}

export function readSearches(requests: string): SearchRow[] {
  return JSON.parse(readFileSync(join(requests, 'search.json'), 'utf8')) as SearchRow[]
}

/** How 2026.10 answers a search otherwise. */
interface SearchDifference {
  readonly q: string
  readonly '2026.10.1': { readonly count?: number; readonly status?: number }
  readonly only_now?: readonly string[]
  readonly only_then?: readonly string[]
}

/** The searches with the results of 2026.10, by the file of differences. */
export function withDifferences(rows: readonly SearchRow[], path: string): SearchRow[] {
  const all = JSON.parse(readFileSync(path, 'utf8')) as SearchDifference[]
  const byQuery = new Map(all.map((row) => [row.q, row]))
  return rows.map((row) => {
    const now = byQuery.get(row.q)
    if (now === undefined) return row
    const { count, status } = now['2026.10.1']
    if (status !== undefined) return { q: row.q, status }
    const { only_now: added, only_then: gone = [] } = now
    const remaining = row.units?.filter((unit) => !gone.includes(unit)) ?? []
    const units = added === undefined ? null : [...remaining, ...added].sort()
    return { q: row.q, ...(count === undefined ? {} : { count }), units }
  })
}

export async function compareRow(
  server: Pick<Server, 'get'>,
  project: string,
  row: SearchRow,
): Promise<Difference[]> {
  const query = encodeURIComponent(`project:${project} AND (${row.q})`)
  const size = row.units === null ? 1 : 10_000
  const { status, json } = await server.get(`/api/units/?format=json&page_size=${size}&q=${query}`)
  if (row.status !== undefined || status !== 200) {
    const expected = { status: row.status ?? 200, error: ['validation_error', 'invalid', 'q'] }
    return differences(expected, { status, error: errorOf(json) })
  }
  const { count, results } = json as { count: number; results: { web_url: string }[] }
  const units = row.units === null ? null : results.map(nameOf).sort()
  return differences({ count: row.count, units: row.units }, { count, units })
}

function errorOf(json: unknown): unknown {
  const { type, errors } = json as { type?: string; errors?: { code: string; attr: string }[] }
  return [type, errors?.[0]?.code, errors?.[0]?.attr]
}

/** `component/language#checksum`, from the address of the unit's page. */
function nameOf({ web_url }: { web_url: string }): string {
  const [, path, checksum] =
    /\/translate\/[^/]+\/([^/]+\/[^/]+)\/\?checksum=(\w+)$/.exec(web_url) ?? []
  return `${path}#${checksum}`
}
