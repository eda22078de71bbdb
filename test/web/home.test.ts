import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { serveProjects } from '../support/catalog.ts'
import { openDemo } from '../support/demo.ts'
import { createRepository } from '../support/git-repository.ts'
import { makeShallow } from '../support/history.ts'
import { policyOf } from '../support/page-policy.ts'

let app: App
let catalog: Catalog

beforeAll(async () => {
  const demo = await openDemo({ siteTitle: 'Status <of> all' })
  app = demo.app
  catalog = demo.catalog
})
afterAll(() => catalog.close())

test('the start page lists projects and components with their percentages and says where the API is', async () => {
  const response = await app.request('/')
  const text = (await response.text()).replace(/<style>.*<\/style>/s, '').replace(/<[^>]+>/g, ' ')
  expect(text.replace(/\s+/g, ' ').trim()).toBe(
    'Status &lt;of&gt; all Status &lt;of&gt; all Tidewatch 71.1 % translated Component Translated Languages Strings States ' +
      'Mobile app 73.1 % 16 656 commit, whole history Web site 69.2 % 16 608 commit, whole history ' +
      'Help pages 62.0 % 10 350 commit, whole history Android 74.2 % 16 560 commit, whole history ' +
      'Nautical glossary 75.2 % 10 287 commit, whole history The API is at /api/ , its documentation at /api/docs/ .',
  )
})

test('a component says where its states come from and since when its history is known', async () => {
  const files = { 'en.json': '{"a": "A"}', 'cs.json': '{"a": "Á"}' }
  const { path, commits } = await createRepository([files, { ...files, 'cs.json': '{"a": "Aa"}' }])
  makeShallow(path, [commits.at(-1) ?? ''])
  const settings = { file_format: 'json', filemask: '*.json', template: 'en.json' }
  const component = { slug: 'web', name: 'Web', repo: path, state_from: 'follow', ...settings }
  const server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example', components: [component] },
  ])
  await server.catalog.complete
  const text = await (await server.app.request('/')).text()
  expect(text).toContain('<td>follow, since 2024-01-02</td>')
  await server.catalog.close()
})

test.each(['/', '/nope/'])(
  '%s loads nothing, runs nothing and stands in no frame',
  async (path) => {
    const response = await app.request(path)
    const { headers } = response
    const policy = policyOf(await (await app.request('/')).text())
    const names = ['Content-Security-Policy', 'Referrer-Policy', 'X-Content-Type-Options']
    expect(names.map((name) => headers.get(name))).toEqual([policy, 'no-referrer', 'nosniff'])
  },
)

test('an unknown page is 404', async () => {
  const response = await app.request('/nope/')
  expect([response.status, await response.text()]).toEqual([404, 'Not found.\n'])
})
