import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scripted } from '../conformance/history-projects.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'

interface Unit {
  readonly context: string
  readonly state: number
  readonly target: readonly string[]
  readonly previous_source: string
}

interface Counts {
  readonly total: number
  readonly translated: number
  readonly fuzzy: number
}

/** Of the newest commit, by component and language. */
type After = Readonly<
  Record<string, Readonly<Record<string, Counts & { states: Record<string, unknown> }>>>
>

const text = gunzipSync(readFileSync('fixtures/history/scripted.json.gz')).toString()
const { steps } = JSON.parse(text) as { steps: { commit: string; subject: string; after: After }[] }
const after = steps.at(-1)?.after ?? {}
let server: TestServer

beforeAll(async () => {
  const repo = resolve('fixtures/history/scripted.git')
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', repo, branch: 'main' }
  // The recording is of 5.14, which has no state of its own for a changed source.
  const projects = [{ ...project, state_from: 'follow', components: scripted.components }]
  server = await serveProjects(projects, { weblate: '5.14' })
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

function unitsAddress(slug: string, language: string, ref: string): string {
  return `/api/translations/p/${slug}/${language}/units/?format=json&ref=${ref}`
}

/** `[state, target, previous source]` by key. */
async function statesOf(slug: string, language: string, ref = ''): Promise<object> {
  const { results } = await server.get<{ results: Unit[] }>(unitsAddress(slug, language, ref))
  return Object.fromEntries(
    results.map(({ context, state, target, previous_source }) => {
      return [context, [state, target.join('\u001e\u001e'), previous_source]]
    }),
  )
}

test.each(Object.keys(after))('%s has the states of a Weblate that followed it', async (slug) => {
  for (const [language, { states, total, translated, fuzzy }] of Object.entries(
    after[slug] ?? {},
  )) {
    const address = `/api/translations/p/${slug}/${language}/`
    expect(await statesOf(slug, language)).toEqual(states)
    const { total: all, ...counts } = await server.get<Counts>(`${address}statistics/?format=json`)
    expect([all, counts.translated, counts.fuzzy]).toEqual([total, translated, fuzzy])
  }
})

test.each(steps)(
  'at $subject the states are those of a Weblate that had followed it up to there',
  async ({ commit, subject, after: there }) => {
    for (const [slug, languages] of Object.entries(there)) {
      for (const [language, { states }] of Object.entries(languages)) {
        // Weblate keeps what it had read before; here a broken file has no units.
        if (subject === 'Break every cs file' && language === 'cs') {
          const refused = await server.get(unitsAddress(slug, language, commit))
          expect(refused).toMatchObject({ errors: [{ code: 'service_unavailable' }] })
          continue
        }
        expect([slug, language, await statesOf(slug, language, commit)]).toEqual([
          slug,
          language,
          states,
        ])
      }
    }
  },
)

test('a search finds what needs editing', async () => {
  const page = await server.get<{ results: Unit[] }>(
    '/api/units/?format=json&q=state:needs-editing AND component:json',
  )
  expect(page.results.map(({ context, state }) => [context, state])).toEqual([['hello', 10]])
})

test('the component has the setting and the start of its history', async () => {
  const { history } = await server.get<{ history: object }>('/api/components/p/json/?format=json')
  expect(history).toEqual({ state_from: 'follow', complete: true, since: null })
})

test('changes have the states that follow the branch', async () => {
  const { results } = await server.get<{ results: { details: object; target: string }[] }>(
    '/api/translations/p/json/cs/changes/?format=json&action=30',
  )
  expect(results.map(({ details, target }) => [details, target])).toMatchObject([
    [{ state: 10, old_state: 20, context: 'hello' }, 'Hello, world! Again.'],
  ])
})
