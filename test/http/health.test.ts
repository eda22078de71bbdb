import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildName } from '../../src/build.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'

test('a running server responds with ok', async () => {
  const { app, catalog } = await serveProjects([])
  onTestFinished(catalog.close)
  const response = await app.request('/healthz/')
  expect([response.status, await response.text()]).toEqual([200, 'ok'])
  expect(response.headers.get('cache-control')).toContain('no-store')
})

test('a server is ready once all components are read or failed, and names the failed ones', async () => {
  const { path } = await createRepository([{ 'l/en.json': '{"a": "b"}' }])
  const component = (slug: string, repo: string) =>
    jsonComponent(slug, 'l', { repo, branch: 'main' })
  const components = [component('here', path), component('gone', '/nowhere/at/all')]
  const { app, catalog } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://p.example', components }],
    {},
    { isAwaited: false },
  )
  onTestFinished(catalog.close)
  const early = await app.request('/readyz/')
  expect([early.status, await early.json()]).toEqual([
    503,
    expect.objectContaining({ status: 'starting', reading: ['p/here', 'p/gone'] }),
  ])
  await catalog.ready
  const response = await app.request('/readyz')
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      status: 'ready',
      reading: [],
      stale: [
        { component: 'p/gone', last_success: null, error: expect.not.stringContaining('/nowhere') },
      ],
      store: { status: 'ok' },
    },
  ])
})

test('a server names a project whose components cannot be discovered', async () => {
  const { path } = await createRepository([{ 'l/en.json': '{"a": "b"}', 'l/de.json': '{}' }])
  const project = (slug: string, repo: string) => ({ slug, name: slug, repo })
  const { app, catalog } = await serveProjects([project('p', path), project('q', '/nowhere/at')])
  onTestFinished(catalog.close)
  const response = await app.request('/readyz/')
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({
      status: 'ready',
      stale: [
        { component: 'q', last_success: null, error: expect.not.stringContaining('/nowhere') },
      ],
    }),
  ])
})

test.each(['one project', 'two projects'])(
  'a missing branch is an alert of its own component only: %s',
  async (what) => {
    const { path, commits } = await createRepository([{ 'l/en.json': '{"a": "b"}' }])
    await addCommit(path, { 'l/en.json': '{"a": "c"}' }, 1, 'release-1')
    const project = (slug: string, components: readonly object[]) => ({
      ...{ slug, name: slug, web: 'https://p.example', components },
    })
    const web = jsonComponent('web', 'l', { repo: path })
    const old = jsonComponent('old', 'l', { repo: path, branch: 'release-1' })
    const wrong = jsonComponent('wrong', 'l', { repo: path, branch: 'never' })
    const { app, catalog } = await serveProjects(
      what === 'one project'
        ? [project('p', [web, old, wrong])]
        : [project('p', [web]), project('q', [old, wrong])],
    )
    onTestFinished(catalog.close)
    rmSync(join(path, 'refs/heads/release-1'))
    const next = await addCommit(path, { 'l/en.json': '{"a": "d"}' }, 2)
    await catalog.refresh()
    const components = catalog.current().projects.flatMap((project) => project.components)
    const other = what === 'one project' ? 'p' : 'q'
    expect(commits).not.toContain(next)
    expect(
      components.map(({ config, commit, alerts }) => [
        config.slug,
        commit?.oid === next,
        alerts.map(({ message, code }) => [message, code]),
      ]),
    ).toEqual([
      ['web', true, []],
      ['old', false, [[`${path}: there is no branch release-1`, 'no-branch']]],
      ['wrong', false, [[`${path}: there is no branch never`, 'no-branch']]],
    ])
    const { stale } = (await (await app.request('/readyz/')).json()) as { stale: unknown[] }
    expect(stale).toEqual(
      ['old', 'wrong'].map((slug) => expect.objectContaining({ component: `${other}/${slug}` })),
    )
  },
)

test('a server with a damaged or unusable store is ready, and reports the problem without paths', async () => {
  const { path } = await createRepository([
    { 'l/en.json': '{"a": "b"}', 'l/de.json': '{"a": "c"}' },
  ])
  const dataDir = createTemporaryFolder()
  const components = [jsonComponent('c', 'l', { repo: path, branch: 'main' })]
  const { app, catalog } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://p.example', components }],
    { data_dir: dataDir },
  )
  onTestFinished(catalog.close)
  const store = async () => {
    const response = await app.request('/readyz/')
    const { store } = (await response.json()) as { store: unknown }
    return [response.status, store]
  }
  const folder = join(dataDir, 'store', buildName())
  const file = join(folder, '1.values')
  await catalog.complete
  await expect.poll(() => statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(10)
  expect(await store()).toEqual([200, { status: 'ok' }])
  truncateSync(file, 10)
  const damage = {
    found: expect.stringMatching(/^\d{4}-.*Z$/),
    error: expect.stringMatching(/^1\.values: damaged, expected \d+ bytes, found 10; /),
  }
  expect(await store()).toEqual([200, { status: 'ok', damage }])
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  const error = 'a part of the path is not a folder'
  expect(await store()).toEqual([200, { status: 'unusable', error, damage }])
})
