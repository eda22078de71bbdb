import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

test('a server that runs says so', async () => {
  const { app, catalog } = await serveProjects([])
  onTestFinished(catalog.close)
  const response = await app.request('/healthz/')
  expect([response.status, await response.text()]).toEqual([200, 'ok'])
  expect(response.headers.get('cache-control')).toContain('no-store')
})

test('a server is ready when all was read or cannot be, and names what it cannot reach', async () => {
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
    },
  ])
})
