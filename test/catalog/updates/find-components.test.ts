import { expect, onTestFinished, test, vi } from 'vitest'
import { indexWork } from '../../../src/history/repository-history.ts'
import { serveProjects, type TestServer } from '../../support/catalog.ts'
import { addCommit, createRepository } from '../../support/git-repository.ts'

const folder = (name: string, german = 'Boot') => ({
  [`${name}/en.json`]: '{"a": "Boat", "b": "Sail"}',
  [`${name}/de.json`]: JSON.stringify({ a: german, b: '' }),
})

async function serve(
  files: Record<string, string>,
  more: object = {},
  options: { isAwaited?: boolean; threads?: number } = {},
) {
  const repository = await createRepository([files])
  const project = {
    slug: 'p',
    name: 'P',
    web: 'https://p.example',
    repo: repository.path,
    branch: 'main',
  }
  const server = await serveProjects([{ ...project, ...more }], {}, options)
  onTestFinished(server.catalog.close)
  return { ...server, path: repository.path }
}

async function slugs({ get }: Pick<TestServer, 'get'>, query = ''): Promise<unknown[]> {
  const { results } = await get<{ results: { slug: string }[] }>(
    `/api/projects/p/components/?format=json${query}`,
  )
  return results.map(({ slug }) => slug)
}

test.each([0, 1])('modules come and go with commits, with %i threads', async (threads) => {
  const server = await serve({ ...folder('app'), ...folder('web') }, {}, { threads })
  const { catalog, path, get } = server
  expect(await slugs(server)).toEqual(['app', 'web'])
  const total = () => get<{ total: number }>('/api/projects/p/statistics/?format=json')
  expect(await total()).toMatchObject({ total: 8 })
  await catalog.complete
  const before = catalog.current().projects[0]?.components[0]
  const first = await addCommit(path, { ...folder('app'), ...folder('tool') }, 1)
  await catalog.refresh()
  expect(await slugs(server)).toEqual(['app', 'tool'])
  expect(await total()).toMatchObject({ total: 8 })
  // The same component object, with its derived values.
  expect(catalog.current().projects[0]?.components[0]?.config).toBe(before?.config)
  const second = await addCommit(path, { ...folder('x/app'), ...folder('app'), 'a.txt': '' }, 2)
  await catalog.refresh()
  expect(await slugs(server)).toEqual(['app', 'x-app'])
  expect(await slugs(server, `&ref=${first}`)).toEqual(['app', 'tool'])
  expect(await slugs(server, `&ref=${second}`)).toEqual(['app', 'x-app'])
  const { results } = await get<{ results: unknown[] }>(
    '/api/components/p/app/changes/?format=json',
  )
  expect(results.length).toBeGreaterThan(0)
})

test.each([0, 1])(
  'the history before a folder was renamed is known, with %i threads',
  async (threads) => {
    const server = await serve(folder('lang'), {}, { threads })
    const { catalog, path, get } = server
    const old = await addCommit(path, { ...folder('lang', 'Schiff') }, 1)
    await addCommit(path, folder('locales', 'Schiff'), 2)
    await catalog.refresh()
    await catalog.complete
    const actions = async (query: string) => {
      const url = `/api/components/p/translations/changes/?format=json${query}`
      const { results } = await get<{ results: { action_name: string }[] }>(url)
      return results.map((change) => change.action_name)
    }
    const before = await actions(`&ref=${old}`)
    expect(before).toContain('String updated in the repository')
    // A renamed file changes no string.
    expect(await actions('')).toEqual(before)
  },
)

test('a component that only an older commit has is served there', async () => {
  const server = await serve({ ...folder('app'), ...folder('old') })
  const { app, catalog, path } = server
  const old = await addCommit(path, { ...folder('app'), ...folder('old', 'Schiff') }, 1)
  await addCommit(path, { ...folder('app'), ...folder('new', 'Schiff') }, 2)
  await catalog.refresh()
  await catalog.complete
  expect(await slugs(server)).toEqual(['app', 'new'])
  const statuses: number[] = []
  const counts: number[] = []
  for (const address of ['', 'changes/', 'translations/', 'statistics/']) {
    const url = `/api/components/p/old/${address}?format=json&ref=${old}`
    const response = await app.request(url)
    statuses.push(response.status)
    counts.push(((await response.json()) as { count?: number }).count ?? 0)
  }
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(counts[1]).toBeGreaterThan(0)
  expect((await app.request('/api/components/p/old/?format=json')).status).toBe(404)
  expect((await app.request(`/api/components/p/none/?format=json&ref=${old}`)).status).toBe(404)
})

test('a commit read while a new component is indexed keeps the history complete', async () => {
  const { catalog, path } = await serve({ ...folder('app'), 'x/de.json': '{"a": "1"}' })
  await catalog.complete
  await addCommit(path, { ...folder('app'), 'x/de.json': '{"a": "2"}' }, 1)
  const run = indexWork.run
  let goOn = () => {}
  const goneOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const spy = vi.spyOn(indexWork, 'run').mockImplementation(async (...args) => {
    await goneOn
    return run(...args)
  })
  onTestFinished(() => spy.mockRestore())
  const next = await addCommit(path, { ...folder('app'), ...folder('x') }, 2)
  const refreshed = catalog.refresh()
  await vi.waitFor(() => expect(spy).toHaveBeenCalled())
  spy.mockImplementation(run)
  await catalog.viewAt(next, { history: 'all' })
  goOn()
  await refreshed
  await catalog.complete
  const component = catalog
    .current()
    .projects[0]!.components.find(({ config }) => config.slug === 'x')
  expect(catalog.historyOf(component!)?.timeline.steps.length).toBe(3)
})

test('components are in the order of their names, wherever their files are', async () => {
  const { catalog } = await serve({ ...folder('a/web'), ...folder('b/app'), ...folder('c/tool') })
  const [project] = catalog.current().projects
  expect(project?.components.map(({ config }) => config.slug)).toEqual(['app', 'tool', 'web'])
})

test('common settings are set for each component', async () => {
  const { get } = await serve(folder('app'), {
    discover: { license: 'MIT', check_flags: 'ignore-same' },
  })
  expect(await get('/api/components/p/app/?format=json')).toMatchObject({
    license: 'MIT',
    check_flags: 'ignore-same',
    file_format: 'json',
    template: 'app/en.json',
  })
})

test('components left out are reported', async () => {
  const { events } = await serve(
    { ...folder('app'), ...folder('lib') },
    { discover: { leave: ['lib/*'] } },
  )
  expect(events.filter(({ type }) => type === 'notice')).toEqual([
    { type: 'notice', component: 'p', message: 'found 1 component' },
    {
      type: 'notice',
      component: 'p',
      message: 'lib/*.json: Excluded by the configuration.',
    },
  ])
})

test('nothing is counted before discovery ends, nor if it fails', async () => {
  const { app, catalog } = await serve(folder('app'), { branch: 'gone' })
  const statuses = await Promise.all(
    ['projects/p/statistics', 'projects/p/components', 'components/p/app'].map(async (path) => {
      const { status } = await app.request(`/api/${path}/?format=json`)
      return status
    }),
  )
  expect(statuses).toEqual([503, 503, 404])
  expect(catalog.current().projects[0]?.alerts).toMatchObject([{ name: 'RepositoryError' }])
})

test('a new component is shown when it has been read', async () => {
  const { catalog, path } = await serve(folder('app'))
  await catalog.complete
  await addCommit(path, { ...folder('app'), ...folder('tool') }, 1)
  const seen = new Set<string>()
  const refreshed = catalog.refresh()
  const stopped = new AbortController()
  const watch = (async () => {
    for (;;) {
      const [project] = catalog.current().projects
      for (const { config, state } of project?.components ?? []) seen.add(`${config.slug} ${state}`)
      await catalog.changed(stopped.signal)
    }
  })().catch(() => undefined)
  await refreshed
  stopped.abort()
  await watch
  expect([...seen].sort()).toEqual(['app ready', 'tool ready'])
})
