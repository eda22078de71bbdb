import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { component, serveApi, shop } from '../support/api-server.ts'
import { gitglot } from '../support/command.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

const category = (id: number, slug: string, parent: number | null) => ({
  url: `{base_url}/api/categories/${id}/`,
  slug,
  name: slug,
  project: '{base_url}/api/projects/shop/',
  category: parent === null ? null : `{base_url}/api/categories/${parent}/`,
})
const CATEGORIES = [category(3, 'phone', 2), category(2, 'apps', null), category(4, 'old', null)]

/** A component of the server, in a category by its id. */
const inCategory = (id: number, path: string, slug: string) => ({
  slug,
  category: `{base_url}/api/categories/${id}/`,
  url: `{base_url}/api/components/shop/${path.replaceAll('/', '%252F')}%252F${slug}/`,
})

const SERVER = {
  '/api/projects/': { results: [{ slug: 'shop' }], next: null },
  ...shop([
    { slug: 'web', history: { state_from: 'follow' } },
    inCategory(3, 'apps/phone', 'ios'),
    { ...inCategory(2, 'apps', 'desk'), linked_component: '{base_url}/api/components/shop/web/' },
    inCategory(4, 'old', 'fax'),
  ]),
  '/api/projects/shop/categories/': { results: CATEGORIES, next: null },
  '/api/categories/2/': CATEGORIES[1],
  '/api/categories/3/': CATEGORIES[0],
}

/** Category and slug of what is imported from an address below that of the server, and the categories in it. */
async function imported(address: string) {
  const server = await serveApi(SERVER)
  const folder = createTemporaryFolder()
  const { code, err } = await gitglot(folder, ['import', `${server.origin}/${address}`])
  if (code !== 0) return [code, err.replaceAll(server.origin, '{base_url}')]
  const { projects } = parse(readFileSync(join(folder, 'gitglot.yml'), 'utf8')) as {
    projects: [{ categories?: unknown[]; components: { slug: string; category?: string }[] }]
  }
  const { categories = [], components } = projects[0]
  return [
    JSON.stringify(categories),
    components.map(({ slug, category }) => [category, slug].join('/')),
  ]
}

const PHONE = '{"slug":"phone","name":"phone"}'
const APPS = `{"slug":"apps","name":"apps","categories":[${PHONE}]}`
const OLD = '{"slug":"old","name":"old"}'

test.each([
  ['', `[${APPS},${OLD}]`, ['/web', 'apps/phone/ios', 'apps/desk', 'old/fax']],
  ['projects/shop/', `[${APPS},${OLD}]`, ['/web', 'apps/phone/ios', 'apps/desk', 'old/fax']],
  ['projects/shop/web/', '[]', ['/web']],
  ['projects/shop/web/de/', '[]', ['/web']],
  ['projects/shop/apps/', `[${APPS}]`, ['apps/phone/ios', 'apps/desk']],
  ['projects/shop/apps/desk/', '[{"slug":"apps","name":"apps"}]', ['apps/desk']],
  ['projects/shop/apps/phone/ios/de/', `[${APPS}]`, ['apps/phone/ios']],
  ['api/components/shop/web/', '[]', ['/web']],
  ['api/components/shop/apps%252Fphone%252Fios/', `[${APPS}]`, ['apps/phone/ios']],
  ['api/translations/shop/old%252Ffax/de/', `[${OLD}]`, ['old/fax']],
  ['api/categories/3/', `[${APPS}]`, ['apps/phone/ios']],
  ['api/categories/2/', `[${APPS}]`, ['apps/phone/ios', 'apps/desk']],
])('%s is imported as categories %s and components %j', async (address, categories, components) => {
  expect(await imported(address)).toEqual([categories, components])
})

test.each([
  [
    'projects/shop/nope/',
    'gitglot: shop/nope: the project shop has no such component or category\n',
  ],
  ['api/categories/9/', 'gitglot: {base_url}/api/categories/9/: answered 404: Not found.\n'],
])('%s ends with 3 and %j', async (address, err) => {
  expect(await imported(address)).toEqual([3, err])
})

test('states are mirrored unless the server says where its own come from', async () => {
  const server = await serveApi({
    ...shop([{ slug: 'web' }, { slug: 'app', history: { state_from: 'commit' } }]),
    '/api/projects/own/': { slug: 'own', name: 'Own', web: 'https://own.example/' },
    '/api/projects/own/components/': {
      results: [component({ project: 'own', history: { state_from: 'follow' } })],
      next: null,
    },
    '/api/projects/': { results: [{ slug: 'shop' }, { slug: 'own' }], next: null },
    '/api/components/shop/web/links/': { results: [], next: null },
    '/api/components/shop/app/links/': { results: [], next: null },
    '/api/components/own/web/links/': { results: [], next: null },
  })
  const { out } = await gitglot(createTemporaryFolder(), ['import', server.origin, '--output', '-'])
  const { projects } = parse(out) as {
    projects: { state_from: string; components: { state_from?: string }[] }[]
  }
  const states = projects.map(({ state_from, components }) => [
    state_from,
    components.map((component) => component.state_from),
  ])
  expect(states).toEqual([
    ['mirror', [undefined, 'commit']],
    ['follow', [undefined]],
  ])
})
