import { expect, onTestFinished, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory, type History, makeShallow } from '../support/history.ts'

const base = 'http://localhost/api'

async function createOutdated(): Promise<History> {
  const files = (en: string, de: string) => ({
    'l/en.json': en,
    'l/cs.json': '{"a": "á", "b": "bé"}',
    'l/de.json': de,
  })
  return createHistory([
    { name: 'start', files: files('{"a": "A", "b": "B"}', '{"a": "ä"}') },
    { name: 'first', files: files('{"a": "A2", "b": "B"}', '{"a": "ä"}'), author: 'Ben' },
    { name: 'second', files: files('{"a": "A2", "b": "B2"}', '{"a": "ä2"}') },
    {
      name: 'now',
      files: { ...files('{"a": "A2", "b": "B2"}', '{"a": "ä2"}'), README: '' },
      day: 10,
    },
  ])
}

async function serve({ path }: History): Promise<TestServer> {
  const component = { file_format: 'json', filemask: 'l/*.json', template: 'l/en.json' }
  const server = await serveProjects([
    {
      slug: 'p',
      name: 'P',
      web: 'https://example.com/',
      components: [
        { slug: 'c', name: 'C', ...component, repo: path, branch: 'main' },
        {
          slug: 'none',
          name: 'None',
          vcs: 'local',
          repo: 'local:',
          file_format: 'tbx',
          filemask: '*.tbx',
        },
      ],
    },
  ])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return server
}

interface Outdated {
  readonly count: number
  readonly results: readonly {
    readonly context: string
    readonly language_code: string
    readonly age_days: number
  }[]
  readonly history: unknown
}

async function contextsOf(server: TestServer, path: string): Promise<string[]> {
  const { results } = await server.get<Outdated>(path)
  return results.map((unit) => `${unit.language_code} ${unit.context} ${unit.age_days}`)
}

test('an outdated string has both commits, their authors and its age at the served commit', async () => {
  const history = await createOutdated()
  const server = await serve(history)
  const { results, ...page } = await server.get<Outdated>(
    '/api/translations/p/c/cs/outdated/?page_size=1&format=json',
  )
  expect(page).toEqual({
    count: 2,
    next: `${base}/translations/p/c/cs/outdated/?format=json&page=2&page_size=1`,
    previous: null,
    history: { complete: true, since: null },
  })
  const unit = await server.get<{ results: { url: string }[] }>(
    '/api/translations/p/c/cs/units/?format=json',
  )
  expect(results).toEqual([
    {
      unit: unit.results[0]?.url,
      translation: `${base}/translations/p/c/cs/?format=json`,
      language_code: 'cs',
      context: 'a',
      source: ['A2'],
      previous_source: 'A',
      target: ['á'],
      source_changed: {
        commit: history.oids['first'],
        timestamp: '2024-01-02T00:00:00.000000Z',
        author: `${base}/users/ada/?format=json`,
        author_name: 'Ada Example',
      },
      translated: {
        commit: history.oids['start'],
        timestamp: '2024-01-01T00:00:00.000000Z',
        author: `${base}/users/ada/?format=json`,
        author_name: 'Ada Example',
      },
      age_days: 9,
      commits_behind: 1,
    },
  ])
})

test('components and projects list their outdated strings, the longest outdated first', async () => {
  const server = await serve(await createOutdated())
  const expected = ['cs a 9', 'cs b 8']
  expect(await contextsOf(server, '/api/components/p/c/outdated/')).toEqual(expected)
  expect(await contextsOf(server, '/api/projects/p/outdated/')).toEqual(expected)
})

test('strings outdated up to the baseline are not listed', async () => {
  const history = await createOutdated()
  const server = await serve(history)
  const at = (baseline: string) =>
    contextsOf(server, `/api/components/p/c/outdated/?baseline=${baseline}`)
  const { first = '', now = '' } = history.oids
  expect(await at(first)).toEqual(['cs b 8'])
  expect(await at('2024-01-02T12:00:00')).toEqual(['cs b 8'])
  expect(await at('2024-01-01')).toEqual(['cs a 9', 'cs b 8'])
  expect(await at(now)).toEqual([])
  expect(await at('0'.repeat(40))).toEqual(['cs a 9', 'cs b 8'])
})

test('a baseline that is neither a commit nor a time is refused', async () => {
  const server = await serve(await createOutdated())
  const response = await server.app.request('/api/components/p/c/outdated/?baseline=HEAD')
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      type: 'validation_error',
      errors: [
        {
          code: 'invalid',
          detail: 'Expected a full commit id, or a date or time.',
          attr: 'baseline',
        },
      ],
    },
  ])
})

test('a shallow clone says where its history begins', async () => {
  const history = await createOutdated()
  makeShallow(history.path, [history.oids['second'] ?? ''])
  const server = await serve(history)
  const outdated = await server.get<Outdated>('/api/projects/p/outdated/')
  expect([outdated.count, outdated.history]).toEqual([
    0,
    { complete: false, since: '2024-01-03T00:00:00.000000Z' },
  ])
})

test('a search finds outdated strings, and negated the others', async () => {
  const server = await serve(await createOutdated())
  const contextsFor = async (path: string, query: string) => {
    const { results } = await server.get<{
      results: { language_code: string; context: string }[]
    }>(`/api/${path}?q=${encodeURIComponent(query)}`)
    return results.map((unit) => `${unit.language_code} ${unit.context}`).sort()
  }
  expect(await contextsFor('units/', 'is:outdated')).toEqual(['cs a', 'cs b'])
  expect(await contextsFor('units/', 'is:outdated AND source:A2')).toEqual(['cs a'])
  expect(await contextsFor('translations/p/c/cs/units/', 'NOT is:outdated')).toEqual([])
  expect(await contextsFor('translations/p/c/de/units/', 'NOT is:outdated')).toEqual([
    'de a',
    'de b',
  ])
})
