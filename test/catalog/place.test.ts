import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { findPlace, pageOfPlace, translationsAt } from '../../src/catalog/place.ts'
import { placeOf } from '../../src/model/paths.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

let app: App
let catalog: Catalog

beforeAll(async () => {
  const file = '{"a": "A"}'
  const names = ['web/en', 'web/cs', 'app/en', 'app/de', 'lone/en', 'lone/cs']
  const files = Object.fromEntries(names.map((name) => [`${name}.json`, file]))
  const { path: repo } = await createRepository([files])
  const category = { slug: 'kind', name: 'Kind' }
  const inCategory = jsonComponent('app', 'app', { repo, category: 'kind' })
  const p = { slug: 'p', name: 'P', web: 'https://p.example', categories: [category] }
  const lone = { slug: 'l', name: 'L', web: 'https://l.example' }
  const server = await serveProjects([
    { ...p, components: [jsonComponent('web', 'web', { repo, links: ['l', 'l'] }), inCategory] },
    { ...lone, components: [jsonComponent('lone', 'lone', { repo })] },
  ])
  app = server.app
  catalog = server.catalog
  await catalog.complete
})
afterAll(() => catalog.close())

test.each([
  ['', '', ['p/web/en', 'p/web/cs', 'p/kind/app/en', 'p/kind/app/de', 'l/lone/en', 'l/lone/cs']],
  [
    '-/-/-',
    '',
    ['p/web/en', 'p/web/cs', 'p/kind/app/en', 'p/kind/app/de', 'l/lone/en', 'l/lone/cs'],
  ],
  ['-/-/cs', 'languages/cs/', ['p/web/cs', 'l/lone/cs']],
  ['p', 'projects/p/', ['p/web/en', 'p/web/cs', 'p/kind/app/en', 'p/kind/app/de']],
  ['p/-/cs', 'projects/p/-/cs/', ['p/web/cs']],
  ['l', 'projects/l/', ['l/lone/en', 'l/lone/cs', 'p/web/en', 'p/web/cs']],
  ['p/web', 'projects/p/web/', ['p/web/en', 'p/web/cs']],
  ['p/kind', 'projects/p/kind/', ['p/kind/app/en', 'p/kind/app/de']],
  ['p/kind/app', 'projects/p/kind/app/', ['p/kind/app/en', 'p/kind/app/de']],
  ['p/kind/app/de', 'projects/p/kind/app/de/', ['p/kind/app/de']],
])('%s names %s', (path, page, translations) => {
  const view = catalog.current()
  const place = findPlace(view, path.split('/').filter(Boolean))
  const actual = translationsAt(view, place)
  expect([
    pageOfPlace(place),
    actual.map(({ component, language }) => `${placeOf(component)}/${language.code}`),
  ]).toEqual([page, translations])
})

test.each([
  'q',
  'p/q',
  'p/-',
  'p/kind/q',
  'p/web/de',
  'p/-/fr',
  'p/web/cs/x',
  '-/-/fr',
  '-',
  'p/kind/cs',
])('%s names nothing', (path) => {
  const view = catalog.current()
  expect(() => translationsAt(view, findPlace(view, path.split('/')))).toThrow('there is no')
})

test.each(['translate', 'changes', 'commits', 'outdated', 'checks', 'exports/atom', 'exports/rss'])(
  '%s of a language that only another component has is not there',
  async (area) => {
    const statuses = ['p/web/cs', 'p/web/de', 'l/-/de'].map(
      async (place) => (await app.request(`/${area}/${place}/`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  },
)
