import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

type Row = Record<string, unknown>

let server: TestServer
const json = (value: object) => JSON.stringify(value)
const get = async <T = Row>(path: string): Promise<T> => {
  const response = await server.app.request(`/api/${path}`, {
    headers: { Accept: 'application/json' },
  })
  return (await response.json()) as T
}
const results = async (path: string): Promise<Row[]> =>
  (await get<{ results: Row[] }>(path)).results
const numberOf = (url: unknown) => /categories\/(\d+)\//.exec(String(url))?.[1]

/** Project `p`: `one` in no category, `two` in `a`, `one` again in `a/b`, which is shared into the project `q`. */
beforeAll(async () => {
  const { path } = await createRepository([
    {
      'one/en.json': json({ a: 'One', b: 'Two words' }),
      'one/cs.json': json({ a: 'Jedna' }),
      'two/en.json': json({ a: 'A' }),
      'deep/en.json': json({ a: 'A', b: 'B', c: 'C' }),
      'deep/de.json': json({ a: 'Ä', b: '', c: '' }),
    },
  ])
  server = await serveProjects(
    [
      {
        slug: 'p',
        name: 'P',
        web: 'https://p.example',
        repo: path,
        categories: [{ slug: 'a', name: 'A', categories: [{ slug: 'b', name: 'B' }] }],
        components: [
          jsonComponent('one', 'one'),
          jsonComponent('two', 'two', { category: 'a' }),
          jsonComponent('one', 'deep', { category: 'a/b', links: ['q'] }),
          jsonComponent('linked', 'deep', { repo: 'weblate://p/a/b/one' }),
        ],
      },
      { slug: 'q', name: 'Q', web: 'https://q.example', components: [] },
    ],
    { trusted_proxies: ['10.0.0.1'] },
  )
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

test('a project lists its categories, outer ones first', async () => {
  const list = await results('projects/p/categories/')
  const [outer, inner] = list
  const address = `http://localhost/api/categories/${outer?.['id']}/`
  const settings = Object.fromEntries(Object.entries(outer ?? {}).slice(9))
  expect(list).toEqual([
    {
      ...settings,
      id: expect.any(Number),
      name: 'A',
      slug: 'a',
      project: 'http://localhost/api/projects/p/',
      category: null,
      url: address,
      statistics_url: `${address}statistics/`,
      announcements_url: `${address}announcements/`,
      reports_url: `${address}reports/`,
    },
    { ...inner, name: 'B', slug: 'b', category: address },
  ])
  const messages = ['commit', 'add', 'delete', 'merge', 'addon', 'pull'].map(
    (event) => `${event}_message`,
  )
  const inherited = [
    'license',
    'agreement',
    'new_lang',
    'language_code_style',
    'secondary_language',
  ]
  expect(Object.keys(outer ?? {})).toEqual([
    ...['id', 'name', 'slug', 'project', 'category', 'url', 'statistics_url'],
    ...['announcements_url', 'reports_url', 'check_flags', 'effective_check_flags'],
    ...[...inherited, ...messages, 'enforced_checks'].flatMap((name) => [
      ...[name, `inherit_${name}`, `effective_${name}`],
    ]),
  ])
  expect(settings).toMatchObject({
    check_flags: '',
    effective_check_flags: '',
    new_lang: 'add',
    inherit_new_lang: true,
    effective_new_lang: 'add',
    effective_enforced_checks: [],
  })
  expect(await results('categories/')).toEqual(list)
  expect(await get(`categories/${inner?.['id']}/`)).toEqual(inner)
})

test.each(['categories/1/', 'categories/x/', 'categories/1/statistics/', 'categories/-1/'])(
  '%s is not found',
  async (path) => {
    expect((await server.app.request(`/api/${path}`)).status).toBe(404)
  },
)

describe('a component in categories', () => {
  const deep = 'http://localhost/api/components/p/a%252Fb%252Fone/'

  test('has an address that is encoded twice, and a page whose address is not', async () => {
    const shown = await get('components/p/a%252Fb%252Fone/')
    const inner = (await results('categories/'))[1]
    const { slug, url, web_url, translations_url, category } = shown
    expect({ slug, url, web_url, translations_url, category }).toEqual({
      slug: 'one',
      url: deep,
      web_url: 'http://localhost/projects/p/a/b/one/',
      translations_url: `${deep}translations/`,
      category: inner?.['url'],
    })
  })

  test('is another one than that of the same slug outside', async () => {
    const files = (path: string) =>
      results(`components/p/${path}/translations/`).then((list) =>
        list.map((translation) => translation['filename']),
      )
    expect([await files('one'), await files('a%252Fb%252Fone')]).toEqual([
      ['one/en.json', 'one/cs.json'],
      ['deep/en.json', 'deep/de.json'],
    ])
  })

  test.each(['a%252Fone', 'a%252F', 'b%252Fone', '%2561%25', 'a%252Fb%252Ftwo'])(
    'is not found at %s',
    async (path) => {
      expect((await server.app.request(`/api/components/p/${path}/`)).status).toBe(404)
    },
  )

  test('has translations, units and statistics below that address', async () => {
    const place = 'translations/p/a%252Fb%252Fone/de/'
    const { url, web_url, share_url, units_list_url } = await get(place)
    expect({ url, web_url, share_url, units_list_url }).toEqual({
      url: `http://localhost/api/${place}`,
      web_url: 'http://localhost/projects/p/a/b/one/de/',
      share_url: 'http://localhost/engage/p/-/de/',
      units_list_url: `http://localhost/api/${place}units/`,
    })
    const [unit] = await results(`${place}units/`)
    expect([unit?.['translation'], String(unit?.['web_url']).replace(/\?.*/, '')]).toEqual([
      `http://localhost/api/${place}`,
      'http://localhost/translate/p/a/b/one/de/',
    ])
    const { url: page, translated } = await get(`${place}statistics/`)
    expect([page, translated]).toEqual(['http://localhost/projects/p/a/b/one/de/', 1])
    expect((await get(`${place}repository/`))['url']).toBe(
      `http://localhost/api/${place}repository/`,
    )
  })

  test('is downloaded under its whole name', async () => {
    const { headers } = await server.app.request('/api/translations/p/a%252Fb%252Fone/de/file/')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="p-a-b-one-de.json"')
  })

  test('can be linked to', async () => {
    expect((await get('components/p/linked/'))['linked_component']).toBe(deep)
  })
})

test('statistics of a category count those inside it; an empty one has nothing translated', async () => {
  const [outer, inner] = await results('categories/')
  const counts = async (category: Row | undefined) => {
    const shown = await get(`categories/${numberOf(category?.['url'])}/statistics/`)
    return [shown['total'], shown['translated'], shown['name'], shown['url']]
  }
  expect([await counts(outer), await counts(inner)]).toEqual([
    [7, 5, 'A', 'http://localhost/projects/p/a/'],
    [6, 4, 'B', 'http://localhost/projects/p/a/b/'],
  ])
})

describe('a component that is shared into another project', () => {
  test('names that project in its links', async () => {
    const list = await results('components/p/a%252Fb%252Fone/links/')
    expect(list.map((project) => project['slug'])).toEqual(['q'])
    expect(await results('components/p/one/links/')).toEqual([])
  })

  test('counts in its statistics and languages, but is none of its components', async () => {
    const { total, translated } = await get('projects/q/statistics/')
    const languages = await get<Row[]>('projects/q/languages/')
    expect([total, translated, languages.map(({ code }) => code)]).toEqual([6, 4, ['en', 'de']])
    expect(await results('projects/q/components/')).toEqual([])
  })

  test('counts once for each project in the statistics of the site', async () => {
    const shown = await get('statistics/')
    expect([shown['total'], shown['name'], shown['url']]).toEqual([
      23,
      'gitglot',
      'http://localhost/',
    ])
  })
})

test('one request returns the statistics of all languages of all components', async () => {
  const { count, results: rows } = await get<{ count: number; results: Row[] }>(
    'projects/p/components/statistics/',
  )
  expect([
    count,
    rows.map(({ component, code, total }) => `${component} ${code} ${total}`),
  ]).toEqual([
    7,
    [
      'one en 2',
      'one cs 2',
      'a/two en 1',
      'a/b/one en 3',
      'a/b/one de 3',
      'linked en 3',
      'linked de 3',
    ],
  ])
  const { component: _, ...first } = rows[0] ?? {}
  expect(first).toEqual(await get('translations/p/one/en/statistics/'))
})

test.each([
  [
    'path:p',
    'one/en one/en one/cs one/cs a/two/en a/b/one/de a/b/one/de a/b/one/de a/b/one/en a/b/one/en a/b/one/en',
  ],
  ['path:p/a/two', 'a/two/en'],
  ['path:p/a/two/en', 'a/two/en'],
  ['path:p/a/b/one/de', 'a/b/one/de a/b/one/de a/b/one/de'],
  ['path:p/a/-/en', 'a/two/en a/b/one/en a/b/one/en a/b/one/en'],
  ['path:p/b', ''],
  ['path:p/o', ''],
  ['path:p/one/c', ''],
])('%s finds categories, components and translations', async (query, expected) => {
  const list = await results(`units/?q=${encodeURIComponent(`${query} NOT component:linked`)}`)
  const places = list.map((unit) => /translate\/p\/(.*)\/\?/.exec(String(unit['web_url']))?.[1])
  expect(places.sort()).toEqual(
    expected
      .split(' ')
      .filter((place) => place !== '')
      .sort(),
  )
})

test('a search for names finds categories, and results name their categories', async () => {
  expect(await get<Row[]>('search/?q=b')).toEqual([
    { url: '/projects/p/a/b/', name: 'P/A/B', category: 'Category' },
  ])
  const headers = { 'X-Forwarded-Prefix': '/l10n', 'X-Forwarded-Host': 'a.example' }
  const below = await server.app.request('/api/search/?q=b', { headers }, '10.0.0.1')
  expect(await below.json()).toMatchObject([{ url: '/l10n/projects/p/a/b/' }])
  expect((await get<Row[]>('search/?q=ONE')).map(({ name }) => name)).toEqual([
    'P/ONE',
    'P/A/B/ONE',
  ])
})

test('a search for names finds people and languages, too', async () => {
  expect(await get<Row[]>('search/?q=e')).toEqual([
    { url: '/projects/p/linked/', name: 'P/LINKED', category: 'Component' },
    { url: '/projects/p/one/', name: 'P/ONE', category: 'Component' },
    { url: '/projects/p/a/b/one/', name: 'P/A/B/ONE', category: 'Component' },
    { url: '/user/ada/', name: 'ada', category: 'User' },
    { url: '/languages/cs/', name: 'Czech', category: 'Language' },
    { url: '/languages/en/', name: 'English', category: 'Language' },
    { url: '/languages/de/', name: 'German', category: 'Language' },
  ])
})
