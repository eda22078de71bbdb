import { expect, onTestFinished, test } from 'vitest'
import { appProject, jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory, type History, type Step } from '../support/history.ts'

const EN = '{"a": "A", "b": "B"}'
const STEPS: readonly Step[] = [
  { name: 'start', files: { 'l/en.json': '{"a": "A"}', 'l/cs.json': '{"a": "á"}' } },
  { name: 'a new string', files: { 'l/en.json': EN, 'l/cs.json': '{"a": "á"}' } },
  {
    name: 'czech',
    message: 'Translate into Czech\n\nCo-authored-by: Ben <ben@example.com>',
    files: { 'l/en.json': EN, 'l/cs.json': '{"a": "ááá", "b": "bé"}' },
    author: 'Čeněk',
    email: 'cenek@example.com',
  },
  {
    name: 'another word',
    files: { 'l/en.json': '{"a": "A2", "b": "B"}', 'l/cs.json': '{"a": "ááá", "b": "bé"}' },
  },
  { name: 'broken', files: { 'l/en.json': '{"a": "A2", "b": "B"}', 'l/cs.json': '{"a"' } },
]

interface Commits {
  readonly count: number
  readonly next: string | null
  readonly results: readonly {
    readonly subject: string
    readonly author_name: string | null
    readonly effects: readonly object[]
  }[]
}

async function serve(history: History, site: object = {}): Promise<TestServer> {
  const server = await serveProjects([appProject(history.path, 'l')], site)
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return server
}

/** `subject: cs translated 1, reworded 1`, newest first. */
function effectsIn({ results }: Commits): string[] {
  return results.map(({ subject, effects }) => {
    const shown = effects.map((effect) => {
      const counts = Object.entries(effect).filter(([, value]) => typeof value === 'number')
      const counted = counts
        .filter(([, value]) => value > 0)
        .map(([name, value]) => `${name} ${value}`)
      return `${'language_code' in effect ? effect.language_code : ''} ${counted.join(', ')}`
    })
    return `${subject}: ${shown.join('; ')}`
  })
}

test('commits say what they did in each language, newest first', async () => {
  const server = await serve(await createHistory(STEPS))
  const expected = [
    'broken: cs parse_errors 1',
    'another word: cs source_changed 1; en reworded 1',
    'Translate into Czech: cs translated 1, reworded 1',
    'a new string: cs added 1; en added 1',
    'start: cs translated 1; en added 1',
  ]
  for (const path of ['projects/app', 'components/app/web']) {
    const commits = await server.get<Commits>(`/api/${path}/commits/`)
    expect(effectsIn(commits).map(sortEffects)).toEqual(expected)
  }
})

test('the commits of a language begin with its first file', async () => {
  const files = { 'l/en.json': '{"a": "A2"}', 'l/fr.json': '{"a": "à"}' }
  const server = await serve(
    await createHistory([
      { name: 'start', files: { 'l/en.json': '{"a": "A"}' } },
      { name: 'source', files: { 'l/en.json': '{"a": "A2"}' } },
      { name: 'french', files },
      { name: 'later', files: { ...files, 'l/en.json': '{"a": "A3"}' } },
    ]),
  )
  const subjectsOf = async (code: string) => {
    const { results } = await server.get<Commits>(`/api/translations/app/web/${code}/commits/`)
    return results.map(({ subject }) => subject)
  }
  expect(await subjectsOf('fr')).toEqual(['later', 'french'])
  expect(await subjectsOf('en')).toEqual(['later', 'source', 'start'])
})

test('a commit has its effects in a language whose file was removed later', async () => {
  const removed = { name: 'no czech', files: { 'l/en.json': EN } }
  const server = await serve(await createHistory([...STEPS.slice(0, 3), removed]))
  const commits = await server.get<Commits>('/api/projects/app/commits/')
  expect(effectsIn(commits).map(sortEffects).slice(-3)).toEqual([
    'Translate into Czech: cs translated 1, reworded 1',
    'a new string: cs added 1; en added 1',
    'start: cs translated 1; en added 1',
  ])
})

function sortEffects(line: string): string {
  const [subject = '', effects = ''] = line.split(': ')
  return `${subject}: ${effects.split('; ').sort().join('; ')}`
}

test('a commit has its author, co-authors, time and the components that it touched', async () => {
  const history = await createHistory(STEPS)
  const server = await serve(history)
  const { count, next, results } = await server.get<Commits>(
    '/api/translations/app/web/cs/commits/?format=json&page=3&page_size=1',
  )
  expect({ count, next }).toEqual({
    count: 5,
    next: 'http://localhost/api/translations/app/web/cs/commits/?format=json&page=4&page_size=1',
  })
  expect(results).toEqual([
    {
      commit: history.oids['czech'],
      subject: 'Translate into Czech',
      timestamp: '2024-01-03T00:00:00.000000Z',
      author: 'http://localhost/api/users/cenek/?format=json',
      author_name: 'Čeněk',
      co_authors: ['http://localhost/api/users/ben/?format=json'],
      effects: [
        {
          component: 'http://localhost/api/components/app/web/?format=json',
          language_code: 'cs',
          translated: 1,
          reworded: 1,
          lost: 0,
          added: 0,
          source_changed: 0,
          parse_errors: 0,
        },
      ],
    },
  ])
})

test('no person is named if authors are hidden', async () => {
  const server = await serve(await createHistory(STEPS), { authors: false })
  const { results } = await server.get<Commits>('/api/projects/app/commits/')
  expect(results.map((commit) => commit.author_name)).toEqual([null, null, null, null, null])
  expect(JSON.stringify(results)).not.toMatch(/Ada|Ben|enek/i)
})

test('commits of one second in different components stand in the order of the log', async () => {
  const files = { 'l/en.json': EN, 'm/en.json': EN }
  const translations = (l: string, m: string) => ({ ...files, 'l/cs.json': l, 'm/cs.json': m })
  const { path: repo } = await createHistory([
    { name: 'start', files: translations('{}', '{}'), day: 0 },
    { name: 'first', files: translations('{"a": "á"}', '{}'), day: 1 },
    { name: 'second', files: translations('{"a": "á"}', '{"a": "á"}'), day: 1 },
    { name: 'third', files: translations('{"a": "ááá"}', '{"a": "á"}'), day: 1 },
  ])
  const components = [jsonComponent('one', 'l', { repo }), jsonComponent('other', 'm', { repo })]
  const server = await serveProjects([{ slug: 'app', name: 'App', components }])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  const { results } = await server.get<Commits>('/api/projects/app/commits/')
  const feed = await (await server.app.request('/exports/atom/app/')).text()
  const titles = [...feed.matchAll(/<entry>.*?<title>(.*?)<\/title>/gs)].map(([, title]) => title)
  expect(titles).toEqual(['third', 'second', 'first', 'start'])
  expect(results.map(({ subject }) => subject)).toEqual(titles)
  // A page that begins or ends within a second.
  for (const [index, title] of titles.entries()) {
    const page = `/api/projects/app/commits/?page_size=1&page=${index + 1}`
    expect((await server.get<Commits>(page)).results[0]?.subject).toBe(title)
  }
  const farAway = '/api/projects/app/commits/?page_size=1&page=100000000000'
  expect((await server.app.request(farAway)).status).toBe(404)
})
