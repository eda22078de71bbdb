import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { formats } from '../../formats/index.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import { differences, parseExact } from './compare.ts'
import { withErrorLine } from './error-line.ts'
import { HOUSEKEEPING } from './history.ts'
import { Section } from './report.ts'
import { correct, rerunMultiple } from './rerun.ts'
import { type GoldenProject, type Server, serve } from './server.ts'

/** Checks of what was before the import: Git does not tell it. */
const NEEDS_PAST = new Set(['translated', 'long_untranslated'])

interface Sections {
  readonly answers: Section
  readonly units: Section
  readonly changes: Section
  readonly checks: Section
}

/** Compares every recorded answer and every unit of every golden project. */
export async function compareGoldens({
  goldens,
  weblate,
  projects = readProjects(goldens),
  repositoryOf,
}: {
  goldens: string
  /** The version that recorded them. */
  weblate: WeblateVersion
  /** Default: all. */
  projects?: readonly GoldenProject[]
  /** Path of the repository `owner/name`. */
  repositoryOf: (name: string) => string
}): Promise<Section[]> {
  const result: Section[] = []
  for (const project of projects) {
    const slug = project.project[0]
    const what = weblate === '5.14' ? slug : `${slug} in ${weblate}`
    const sections = {
      answers: new Section(`${what}: answers`),
      units: new Section(`${what}: units`),
      changes: new Section(`${what}: changes`),
      checks: new Section(`${what}: failing checks`),
    }
    const server = await serve(project, repositoryOf(project.repo), weblate)
    try {
      if (!project.isPartial) {
        const components = project.components.map(({ slug }) => String(slug))
        const location = { folder: join(goldens, slug), slug, components, weblate }
        await compareProject(server, { ...location, sections })
      }
      for (const { slug: component } of project.components) {
        await compareComponent(server, {
          folder: join(goldens, slug, String(component)),
          slugs: `${slug}/${component}`,
          weblate,
          sections,
        })
      }
    } finally {
      await server.close()
    }
    result.push(...Object.values(sections).filter(({ agree, disagree }) => agree + disagree > 0))
  }
  return result
}

/** The projects that were recorded, without the components that were not. */
export function readProjects(goldens: string): GoldenProject[] {
  const all = JSON.parse(readFileSync(join(goldens, 'components.json'), 'utf8')) as GoldenProject[]
  return all
    .filter(({ project }) => existsSync(join(goldens, project[0], 'project.json')))
    .map((project) => ({
      ...project,
      components: project.components.filter(({ slug }) =>
        existsSync(join(goldens, project.project[0], String(slug))),
      ),
    }))
}

/** The projects without the components whose formats are not read, which are named. */
export function readableProjects(goldens: string): GoldenProject[] {
  return readProjects(goldens).flatMap((project) => {
    const isRead = ({ file_format: id }: Readonly<Fields>) => formats.has(String(id))
    const unread = project.components.filter((component) => !isRead(component))
    if (unread.length === 0) return [project]
    const names = unread.map(({ slug, file_format: id }) => `${slug} (${id})`)
    console.log(`${project.project[0]}: not read, so sums are not compared: ${names.join(', ')}`)
    const components = project.components.filter(isRead)
    return components.length === 0 ? [] : [{ ...project, components, isPartial: true }]
  })
}

async function compareProject(
  server: Server,
  {
    folder,
    slug,
    components,
    weblate,
    sections,
  }: {
    folder: string
    slug: string
    components: readonly string[]
    weblate: WeblateVersion
    sections: Sections
  },
): Promise<void> {
  const base = `/api/projects/${slug}/`
  const corrections = components.map((name) => readUnits(join(folder, name), weblate).correction)
  for (const [file, path] of [
    ['project', ''],
    ['components', 'components/'],
    ['languages', 'languages/'],
    ['statistics', 'statistics/'],
  ] as const) {
    const { json } = await server.get(`${base}${path}?format=json`)
    const golden = corrections.reduce(correct, readGolden(join(folder, `${file}.json`)))
    if (file === 'components') compareComponents(golden, json, { slug, section: sections.answers })
    else sections.answers.add(`${slug} ${file}`, differences(golden, json))
  }
}

/** Compares entry by entry: Weblate adds a glossary to each project, so counts differ. */
function compareComponents(
  golden: unknown,
  actual: unknown,
  { slug, section }: { slug: string; section: Section },
): void {
  const bySlug = new Map(listOf(actual).map((component) => [component['slug'], component]))
  for (const component of listOf(golden)) {
    if (component['vcs'] === 'local' && !bySlug.has(component['slug'])) continue
    section.add(
      `${slug} components ${component['slug']}`,
      differences(component, bySlug.get(component['slug'])),
    )
  }
}

async function compareComponent(
  server: Server,
  {
    folder,
    slugs,
    weblate,
    sections,
  }: { folder: string; slugs: string; weblate: WeblateVersion; sections: Sections },
): Promise<void> {
  const component = `/api/components/${slugs}/`
  const { units, correction } = readUnits(folder, weblate)
  for (const file of readdirSync(folder)) {
    const [name = '', kind] = file.replace(/\.json(\.gz)?$/, '').split('.')
    if (name === 'changes') {
      await compareChanges(server, { folder, slugs, section: sections.changes })
      continue
    }
    if (name === 'units') continue
    const path =
      kind === undefined
        ? `${component}${name === 'component' ? '' : `${name}/`}`
        : `/api/translations/${slugs}/${name}/${kind === 'translation' ? '' : `${kind}/`}`
    // Lists were recorded whole, except units: only their first page.
    const whole = kind === undefined && name !== 'component' ? '&page_size=1000' : ''
    const { json } = await server.get(`${path}?format=json${whole}`)
    const golden = correct(readGolden(join(folder, file.replace(/\.gz$/, ''))), correction)
    compareBody(golden, json, { name: path, section: sections.answers })
  }
  for (const [language, golden] of units) {
    const units = await readAll(server, `/api/translations/${slugs}/${language}/units/`)
    const name = `${slugs}/${language}`
    compareUnits(golden, units, { name, section: sections.units })
    compareChecks(golden, server.failing(name), { name, section: sections.checks })
  }
}

/** Every unit as it would be after a rerun, and how counts differ then. */
function readUnits(folder: string, weblate: WeblateVersion): ReturnType<typeof rerunMultiple> {
  const recorded = readdirSync(join(folder, 'units')).map((file) => {
    const lines = gunzipSync(readFileSync(join(folder, 'units', file)))
      .toString()
      .trim()
      .split('\n')
    const units = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Fields)
    return [file.replace('.ndjson.gz', ''), units] as const
  })
  const { source_language, is_glossary } = readGolden(join(folder, 'component.json')) as Fields
  const code = String((source_language as Fields)['code'])
  // Terms have no such check.
  return rerunMultiple(recorded, is_glossary ? '' : code, weblate)
}

/** Lists by entry, everything else as one case. */
function compareBody(
  golden: unknown,
  actual: unknown,
  { name, section }: { name: string; section: Section },
): void {
  const isList = typeof golden === 'object' && golden !== null && 'results' in golden
  if (!isList) {
    section.add(name, differences(golden, actual))
    return
  }
  const { results: _, ...envelope } = golden as Fields
  section.add(
    name,
    differences(envelope, actual).filter(({ field }) => field[0] !== '{'),
  )
  const items = listOf(actual)
  for (const [index, item] of listOf(golden).entries()) {
    section.add(`${name} [${index}]`, differences(item, items[index]))
  }
}

type Fields = Record<string, unknown>

function compareUnits(
  golden: readonly Fields[],
  actual: readonly Fields[],
  { name, section }: { name: string; section: Section },
): void {
  const byHash = new Map(actual.map((unit) => [unit['id_hash'], unit]))
  for (const { checks: _, ...unit } of golden) {
    const actualUnit = byHash.get(unit['id_hash'])
    const fields = differences(unit, actualUnit).filter(
      ({ field }) => !field.endsWith('{order of keys}'),
    )
    section.add(`${name} ${unit['context'] || String(unit['source'])}`, fields)
  }
  const count = { field: 'count', expected: golden.length, actual: actual.length }
  section.add(name, golden.length === actual.length ? [] : [count])
  // Recorded by position; the API lists them as they were created.
  const order = (units: readonly Fields[]) =>
    units
      .map((unit) => Number(unit['position']))
      .sort((a, b) => a - b)
      .join()
  const positions = { field: 'positions', expected: order(golden), actual: order(actual) }
  section.add(name, positions.expected === positions.actual ? [] : [positions])
}

/** The names of the checks that fail, unit by unit; each missing or surplus one is a difference under its name. */
function compareChecks(
  golden: readonly Fields[],
  failing: ReadonlyMap<string, readonly string[]>,
  { name, section }: { name: string; section: Section },
): void {
  for (const unit of golden) {
    const expected = (unit['checks'] as string[]).filter((id) => !NEEDS_PAST.has(id))
    const actual = failing.get(String(unit['id_hash'])) ?? []
    const missing = expected.filter((id) => !actual.includes(id))
    const surplus = actual.filter((id) => !expected.includes(id))
    const shown = { source: unit['source'], target: unit['target'] }
    section.add(`${name} ${unit['context'] || String(unit['source'])}`, [
      ...missing.map((id) => ({ field: `${id} missing`, expected: shown, actual })),
      ...surplus.map((id) => ({ field: `${id} surplus`, expected: shown, actual })),
    ])
  }
}

async function compareChanges(
  server: Server,
  { folder, slugs, section }: { folder: string; slugs: string; section: Section },
): Promise<void> {
  const golden = (readGolden(join(folder, 'changes.json')) as Fields[]).filter(
    ({ action }) => !HOUSEKEEPING.has(Number(action)),
  )
  const actual = (await readAll(server, `/api/components/${slugs}/changes/`)).map((change) => {
    const details = change['details'] as Fields
    const language = /([^/]+)\/(?:\?|$)/.exec(String(change['translation']))?.[1] ?? null
    return {
      language,
      context: details['context'] ?? null,
      source: details['source'] ?? null,
      ...Object.fromEntries(
        ['action', 'action_name', 'target', 'old', 'details'].map((key) => [key, change[key]]),
      ),
    }
  })
  for (const [index, change] of golden.entries()) {
    const [expected, ours] = [change, actual[index]].map(
      (change: Fields | undefined) =>
        change && { ...change, details: withErrorLine(change['details'] as Fields) },
    )
    section.add(`${slugs} changes [${index}]`, differences(expected, ours))
  }
  const count = { field: 'count', expected: golden.length, actual: actual.length }
  section.add(`${slugs} changes`, golden.length === actual.length ? [] : [count])
}

async function readAll(server: Server, path: string): Promise<Fields[]> {
  const all: Fields[] = []
  for (let page = 1; ; page++) {
    const { json } = await server.get(`${path}?format=json&page_size=1000&page=${page}`)
    all.push(...listOf(json))
    if ((json as Fields)['next'] === null || (json as Fields)['next'] === undefined) return all
  }
}

function listOf(json: unknown): Fields[] {
  return ((json as Fields | undefined)?.['results'] as Fields[] | undefined) ?? []
}

function readGolden(path: string): unknown {
  const text = existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`))
  return parseExact(text.toString())
}
