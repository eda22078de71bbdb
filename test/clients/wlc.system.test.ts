import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hashOf } from '../../src/http/access.ts'
import { listen } from '../../src/http/listen.ts'
import { WEBLATE_VERSIONS } from '../../src/weblate-version.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'
import { hasWlc, type Run, startWlc, type WlcProgram, wlcFolder } from './wlc-program.ts'

/**
 * Weblate's command-line client as `.ci/install-clients` puts it there: from https://pypi.org/project/wlc/, and version 1.13
 * from Debian's package.
 */
const VERSIONS = ['2.1.1', '3.1.0', 'debian']
const FORMATS = ['text', 'csv', 'json'] as const
type Format = (typeof FORMATS)[number]
/** Hundreds of requests each: all formats with one version only. */
const LONG = /^changes (?:glossary|tidewatch\/terms)$/

/** What Debian's version cannot do with Weblate either: statistics need `last_author` there, units are not listed. */
const NOT_IN_DEBIAN = /^(?:list-units|stats [^/]+\/)/

/** A command, how many records it shows, and a field of the first one. */
const READS: readonly (readonly [command: string, count: number, field: string, value: string])[] =
  [
    ['list-projects', 2, 'slug', 'tidewatch'],
    ['list-components', 6, 'slug', 'mobile'],
    ['list-components tidewatch', 5, 'slug', 'mobile'],
    ['list-languages', 16, 'code', 'ar'],
    ['list-translations', 78, 'language_code', 'en'],
    ['list-translations tidewatch/web', 16, 'language_code', 'en'],
    ['list-units tidewatch/web/cs', 38, 'context', 'account.boats_one'],
    ['list-units tidewatch/web/cs -q context:=nav.map', 1, 'context', 'nav.map'],
    ['ls', 2, 'slug', 'tidewatch'],
    ['ls tidewatch', 5, 'slug', 'mobile'],
    ['ls tidewatch/web', 16, 'language_code', 'en'],
    ['show tidewatch', 1, 'name', 'Tidewatch'],
    ['show tidewatch/web', 1, 'name', 'Web site'],
    ['show tidewatch/web/cs', 1, 'language_code', 'cs'],
    ['stats tidewatch', 1, 'total', '2462'],
    ['stats tidewatch/web', 16, 'code', 'en'],
    ['stats tidewatch/web/cs', 1, 'translated_percent', '100.0'],
    ['changes glossary', 399, 'action_name', 'Resource updated'],
    ['changes tidewatch/terms', 399, 'action_name', 'Resource updated'],
    ['changes tidewatch/terms/de', 50, 'action_name', 'Resource updated'],
    ['repo tidewatch', 1, 'needs_push', 'False'],
    ['repo tidewatch/web', 1, 'needs_commit', 'False'],
    ['repo tidewatch/web/cs', 1, 'needs_merge', 'False'],
    ['lock-status tidewatch/web', 1, 'locked', 'False'],
  ]

/** What Weblate 5.14 shows otherwise: an obsolete term less, and no updates in the log. */
const IN_5_14: Readonly<Record<string, { readonly count?: number; readonly value?: string }>> = {
  'stats tidewatch': { value: '2461' },
  'changes glossary': { count: 383 },
  'changes tidewatch/terms': { count: 383 },
}

const WRITES = [
  'commit tidewatch',
  'commit tidewatch/web',
  'commit tidewatch/web/cs',
  'push tidewatch/web',
  'pull tidewatch/web',
  'reset tidewatch/web',
  'cleanup tidewatch/web',
  'lock tidewatch/web',
  'unlock tidewatch/web',
  'delete tidewatch/web/cs',
]

const folder = createTemporaryFolder()

describe.each(WEBLATE_VERSIONS)('a Weblate %s', (weblate) => {
  let demo: ServedDemo
  beforeAll(async () => {
    demo = await serveDemo(weblate)
  })
  afterAll(() => demo.stop())

  describe.each(VERSIONS)('with wlc %s', (version) => {
    if (!hasWlc(version)) {
      test('works', ({ skip }) =>
        skip(`${wlcFolder(version)} is not there: run .ci/install-clients`))
      return
    }
    let program: WlcProgram
    beforeAll(() => {
      program = startWlc(version)
    })
    afterAll(() => program.stop())
    const run = (...given: readonly string[]): Promise<Run> =>
      program.run('--config', devNull, '--url', `${demo.url}api/`, ...given)

    const isDebian = version === 'debian'
    /** The old version has words of its own for 403. */
    const refused: Run = isDebian
      ? { ...REFUSED, errors: "Error: You don't have permission to access this object.\n" }
      : REFUSED
    const reads = READS.filter(([command]) => !isDebian || !NOT_IN_DEBIAN.test(command))
    test.each(reads)('%s', async (command, count, field, value) => {
      const isShort = weblate === '5.14' || (LONG.test(command) && version !== '3.1.0')
      const formats = isShort ? (['json'] as const) : FORMATS
      const shown = await Promise.all(
        formats.map(async (format) => {
          const { code, output, errors } = await run('--format', format, ...command.split(' '))
          return { code, errors, ...SUMMARIES[format](output, field) }
        }),
      )
      const other = weblate === '5.14' ? IN_5_14[command] : {}
      const expected = { code: 0, errors: '', count, value, ...other }
      expect(shown).toEqual(formats.map(() => expected))
    })

    test.each(WRITES)('%s is refused', async (command) => {
      expect(await run(...command.split(' '))).toEqual(refused)
    })

    test('pull with a token of the scope refresh has a push served', async () => {
      const { path: repo } = await createRepository([{ 'l/en.json': '{"a": "Sail"}' }])
      const components = [jsonComponent('web', 'l', { repo, update_interval: 9999 })]
      const { app, catalog } = await serveProjects(
        [{ slug: 'p', name: 'P', web: 'https://p.example', components }],
        { tokens: [{ name: 't', hash: hashOf('t'), scopes: ['read', 'refresh'] }] },
      )
      onTestFinished(catalog.close)
      await catalog.complete
      const { url, stop } = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
      onTestFinished(() => stop(0))
      for (const [day, place] of ['p', 'p/web', 'p/web/en'].entries()) {
        const commit = await addCommit(repo, { 'l/en.json': `{"a": "Sail ${day}"}` }, day + 1)
        const ended = await run('--url', `${url}api/`, '--key', 't', 'pull', place)
        expect(ended).toMatchObject({ code: 0, errors: '' })
        expect(catalog.current().projects[0]?.components[0]?.commit?.oid).toBe(commit)
      }
    })

    test('upload is refused', async () => {
      const input = join(folder, 'upload.json')
      writeFileSync(input, '{}')
      expect(await run('upload', 'tidewatch/web/cs', '-i', input)).toEqual(refused)
    })

    test.each(FORMATS)('download, --format %s', async (format) => {
      const target = join(folder, `${weblate}-${version}-${format}`)
      const [project, component, file] = await Promise.all([
        run('--format', format, 'download', 'tidewatch', '-o', `${target}-project`),
        run('--format', format, 'download', 'tidewatch/web', '-o', `${target}-component`),
        run('--format', format, 'download', 'tidewatch/web/cs'),
      ])
      expect([project.code, component.code, file.code]).toEqual([0, 0, 0])
      expect(readdirSync(`${target}-project`)).toEqual(
        ['android', 'help', 'mobile', 'terms', 'web'].map((slug) => `tidewatch-${slug}.zip`),
      )
      const zip = unzipSync(readFileSync(join(`${target}-component`, 'tidewatch-web.zip')))
      const czech = zip['tidewatch/web/web/locales/cs.json'] ?? new Uint8Array()
      expect(file.output).toBe(Buffer.from(czech).toString())
    })

    test('show UNIT', async () => {
      const path = 'api/translations/tidewatch/web/cs/units/?q=context:=nav.map'
      const { results } = (await (await fetch(`${demo.url}${path}`)).json()) as {
        results: { id: number }[]
      }
      const id = String(results[0]?.id)
      const { code, output, errors } = await run('--format', 'json', 'show', id)
      const { context, target } = JSON.parse(output) as Record<string, unknown>
      expect({ code, errors, context, target }).toEqual({
        code: 0,
        errors: '',
        context: 'nav.map',
        target: ['Mapa'],
      })
    })

    test('a missing object is reported', async () => {
      expect(await run('show', 'tidewatch/nope')).toEqual({
        code: 1,
        output: '',
        errors: expect.stringMatching(/^Error: Object not found on the server/),
      })
    })

    test('download in another format', async () => {
      const { code, output } = await run('download', 'tidewatch/web/cs', '--convert', 'strings')
      expect([code, output.split('\n')[0]]).toEqual([0, '"account.boats_one" = "{{count}} loď";'])
    })
  })
})

const REFUSED: Run = {
  code: 1,
  output: '',
  errors: 'Error: You do not have permission to perform this action.\n',
}

/** How many records an output has, and the value of a field in the first. */
const SUMMARIES: Readonly<Record<Format, (output: string, field: string) => object>> = {
  text(output, field) {
    const values = output.split('\n').filter((line) => line.startsWith(`${field}: `))
    return { count: values.length, value: values[0]?.slice(field.length + 2) }
  },
  csv(output, field) {
    const [header = [], ...rows] = parseCsv(output)
    // A single record is written as pairs of name and value.
    const isList = header.length > 2
    const pair = [header, ...rows].find(([name]) => name === field)
    if (!isList) return { count: 1, value: pair?.[1] }
    return { count: rows.length, value: rows[0]?.[header.indexOf(field)] }
  },
  json(output, field) {
    const parsed: unknown = JSON.parse(output)
    const records = (Array.isArray(parsed) ? parsed : [parsed]) as Record<string, unknown>[]
    return { count: records.length, value: pythonText(records[0]?.[field]) }
  },
}

/** As the other formats show it. */
function pythonText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === 100 ? '100.0' : String(value)
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
