import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { knowUnitTimes } from '../support/demo.ts'
import { addCommit, createRepository } from '../support/git-repository.ts'
import { useDemo } from '../support/use-demo.ts'
import { addressesIn, textOf } from '../support/web.ts'

const demo = useDemo()

interface Unit {
  readonly url: string
  readonly id_hash: number
  readonly target: readonly string[]
  readonly translated: boolean
}

interface Comparison {
  readonly base: string
  readonly head: string | null
  readonly components: readonly { component: string; base_commit: string; head_commit: string }[]
  readonly languages: readonly ({ code: string } & Record<string, unknown>)[]
  readonly count: number
  readonly next: string | null
  readonly results: readonly {
    kinds: readonly string[]
    component: string
    language_code: string
    newly_failing: readonly string[]
    base: Unit | null
    head: Unit | null
  }[]
}

const WEB = '/api/components/tidewatch/web/compare/'
const get = async <T = Comparison>(path: string) =>
  (await (await demo.app.request(path)).json()) as T

test('a component has its commits, and counts of each language on both sides', async () => {
  const { base, head, components, languages } = await get(`${WEB}?base=v1.0.0&head=v1.1.0`)
  expect({ base, head, components }).toEqual({
    base: 'v1.0.0',
    head: 'v1.1.0',
    components: [
      {
        component: 'web',
        url: 'http://localhost/api/components/tidewatch/web/?format=api&ref=v1.1.0',
        base_commit: '9ca953c02ca90f3ca0657bfb4c0c01ddffb81ac8',
        head_commit: 'caf0b832c7a93e5cbabed95f754c64768c2a00fe',
        new_alerts: [],
      },
    ],
  })
  const statistics = await get<{ results: { code: string; translated: number; total: number }[] }>(
    '/api/components/tidewatch/web/statistics/?ref=v1.1.0',
  )
  expect(
    languages.flatMap(({ code, head: counts }) => {
      const { translated, total } = (counts ?? {}) as { translated?: number; total?: number }
      return counts === null ? [] : [{ code, translated, total }]
    }),
  ).toEqual(statistics.results.map(({ code, translated, total }) => ({ code, translated, total })))
})

test('without a head the served commit is compared, and its links have no ref', async () => {
  // Units have their times once the log is read.
  await knowUnitTimes(demo)
  const { head, components, results } = await get(
    `${WEB}?base=v1.1.0&format=json&kind=translated&language=de`,
  )
  expect([head, components[0]?.head_commit]).toEqual([
    null,
    '856e7b7828de0ce0fd240f398d58b2872403f05f',
  ])
  expect(results.length).toBeGreaterThan(0)
  for (const { kinds, language_code, base, head: unit } of results) {
    expect([kinds.includes('translated'), language_code]).toEqual([true, 'de'])
    expect([base?.translated ?? false, unit?.translated]).toEqual([false, true])
    expect(unit?.url).toMatch(/\/\?format=json$/)
    expect(await get(unit?.url ?? '')).toEqual(unit)
    if (base !== null) expect(await get(base.url)).toEqual(base)
  }
})

test('every kind has as many units in the lists as in the counts of the languages', async () => {
  const { languages } = await get(`${WEB}?base=v1.0.0`)
  for (const kind of ['added', 'removed', 'changed', 'translated', 'untranslated', 'failing']) {
    const { count, results } = await get(`${WEB}?base=v1.0.0&kind=${kind}&page_size=1000`)
    expect(count).toBe(languages.reduce((sum, language) => sum + (language[kind] as number), 0))
    expect(results.filter(({ kinds }) => !kinds.includes(kind))).toEqual([])
  }
})

test('pages follow each other and end', async () => {
  await knowUnitTimes(demo)
  const query = '?base=v1.0.0&kind=added,removed&page_size=100'
  const whole = await get(`${WEB}?base=v1.0.0&kind=added,removed&page_size=1000`)
  const results: unknown[] = []
  for (let next: string | null = `${WEB}${query}`; next !== null; ) {
    const page: Comparison = await get(next)
    results.push(...page.results)
    next = page.next
  }
  expect(results).toEqual(whole.results)
})

test('a project sums its components', async () => {
  const { components, languages, count } = await get(
    '/api/projects/tidewatch/compare/?base=v1.1.0&head=v2.0.0',
  )
  const parts = await Promise.all(
    components.map(({ component }) =>
      get(`/api/components/tidewatch/${component}/compare/?base=v1.1.0&head=v2.0.0`),
    ),
  )
  expect(components.map(({ component }) => component)).toEqual([
    'mobile',
    'web',
    'help',
    'android',
    'terms',
  ])
  expect(count).toBe(parts.reduce((sum, part) => sum + part.count, 0))
  const added = (languages: Comparison['languages']) =>
    languages.reduce((sum, language) => sum + (language['added'] as number), 0)
  expect(added(languages)).toBe(parts.reduce((sum, part) => sum + added(part.languages), 0))
})

test('a ref is the same as itself', async () => {
  const { count, results } = await get(`${WEB}?base=main`)
  expect([count, results]).toEqual([0, []])
})

test.each([
  [`${WEB}`, 'required', 'This field is required.', 'base'],
  [
    `${WEB}?base=nope`,
    'invalid',
    'ref "nope": expected a branch, tag or commit of a repository',
    'base',
  ],
  [
    `${WEB}?base=main&head=no/pe`,
    'invalid',
    'ref "no/pe": expected a branch, tag or commit of a repository',
    'head',
  ],
  [
    `${WEB}?base=main&kind=new`,
    'invalid_choice',
    'Select a valid choice. new is not one of the available choices.',
    'kind',
  ],
])('%s is an error that names its parameter', async (path, code, detail, attr) => {
  const response = await demo.app.request(path)
  expect([response.status, await response.json()]).toEqual([
    400,
    { type: 'validation_error', errors: [{ code, detail, attr }] },
  ])
})

test.each([
  '/api/components/tidewatch/nope/compare/?base=main',
  '/api/projects/nope/compare/?base=main',
  `${WEB}?base=main&page=99`,
])('%s is not found', async (path) => {
  expect((await demo.app.request(path)).status).toBe(404)
})

test('a comparison of two full ids is cached forever, one of a branch is not', async () => {
  const [base, head] = [
    '856e7b7828de0ce0fd240f398d58b2872403f05f',
    '09f9122a0bda6fc4c11986c5c51e40a80877a497',
  ]
  const policies = await Promise.all(
    [`base=${base}&head=${head}`, `base=${base}&head=main`, `base=${base}`].map(async (query) =>
      (await demo.app.request(`${WEB}?${query}`)).headers.get('Cache-Control'),
    ),
  )
  expect(policies).toEqual(['public, max-age=31536000, immutable', 'no-cache', 'no-cache'])
})

test('components that are discovered anew at each commit are the same', async () => {
  const english = '{"save": "Save the file", "open": "Open the file"}'
  const files = (save: string) => ({
    'l/en.json': english,
    'l/de.json': `{"save": "${save}", "open": "Datei öffnen"}`,
  })
  const { path } = await createRepository([files('Datei sichern'), files('Datei speichern')])
  const { app, catalog, get } = await serveProjects([{ slug: 'p', name: 'P', repo: path }])
  onTestFinished(catalog.close)
  const query = 'base=main~1&head=main'
  const { results } = await get<Comparison>(`/api/projects/p/compare/?${query}`)
  expect(
    results.map(({ component, base, head }) => [component, base?.target, head?.target]),
  ).toEqual([['l', ['Datei sichern'], ['Datei speichern']]])
  const review = await get<{ count: number }>(`/api/projects/p/review/?${query}`)
  expect(review.count).toBe(1)
  const pages = ['/compare/p/?base=main~1', '/review/p/main~1...main/'].map(async (address) => {
    const text = await (await app.request(address)).text()
    return text.includes('German')
  })
  expect(await Promise.all(pages)).toEqual([true, true])
  const tool = { name: 'compare', arguments: { base: 'main~1' } }
  const response = await app.request('/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }),
  })
  expect(await response.text()).toContain('Datei speichern')
})

test('a component that discovery finds later is added', async () => {
  const files = { 'l/en.json': '{"a": "Save the file"}', 'l/de.json': '{"a": "Datei sichern"}' }
  const more = { 'm/en.json': '{"b": "Open the file"}', 'm/de.json': '{"b": "Datei öffnen"}' }
  const { path } = await createRepository([files, { ...files, ...more }])
  const { catalog, get } = await serveProjects([{ slug: 'p', name: 'P', repo: path }])
  onTestFinished(catalog.close)
  const comparison = await get<Comparison>('/api/projects/p/compare/?base=main~1&head=main')
  expect(
    comparison.results.map(({ kinds, component, language_code }) => [
      ...[component, language_code],
      ...kinds,
    ]),
  ).toEqual([
    ['m', 'en', 'added', 'translated'],
    ['m', 'de', 'added', 'translated'],
  ])
  const { languages } = await get<Comparison>('/api/projects/p/review/?base=main~1&head=main')
  expect(languages.map(({ component, translated }) => [component, translated])).toEqual([
    ['p/m', 1],
    ['p/m', 1],
  ])
  const undone = await get<Comparison>('/api/projects/p/compare/?base=main&head=main~1')
  expect(undone.results.map(({ kinds, component }) => [component, ...kinds])).toEqual([
    ['m', 'removed'],
    ['m', 'removed'],
  ])
})

test('before discovery finds anything, there was nothing to translate', async () => {
  const files = { 'l/en.json': '{"a": "Save the file"}', 'l/de.json': '{"a": "Datei sichern"}' }
  const { path } = await createRepository([{ 'README.md': 'Soon' }, { 'README.md': 'Now' }, files])
  const { app, catalog, get } = await serveProjects([{ slug: 'p', name: 'P', repo: path }])
  onTestFinished(catalog.close)
  await catalog.complete
  const [address] = addressesIn(await (await app.request('/commits/p/')).text()).filter((link) =>
    link.includes('base='),
  )
  const page = await textOf(app, `/${address?.replaceAll('../', '')}`)
  expect(page).toContain('The source gained 1 string, lost 0 and changed 0.')
  const { results } = await get<Comparison>('/api/projects/p/compare/?base=main~1&head=main')
  expect(results.map(({ component, kinds }) => [component, ...kinds])).toEqual([
    ['l', 'added', 'translated'],
    ['l', 'added', 'translated'],
  ])
  const none = await get<Comparison>('/api/projects/p/compare/?base=main~2&head=main~1')
  expect(none.results).toEqual([])
})

test('a ref without any of the components is an error', async () => {
  const files = (folder: string, save: string) => ({
    [`${folder}/en.json`]: '{"save": "Save the file"}',
    [`${folder}/de.json`]: `{"save": "${save}"}`,
  })
  const { path } = await createRepository([files('a', 'Datei sichern'), files('l', 'Böses')])
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', repo: path }])
  onTestFinished(catalog.close)
  const texts = ['/compare/p/?base=main~1', '/review/p/main~1...main/'].map(async (address) =>
    (await (await app.request(address)).text()).includes(
      'Expected a branch, tag or commit that has these components.',
    ),
  )
  expect(await Promise.all(texts)).toEqual([true, true])
})

test('a moved branch changes the comparison without a refresh', async () => {
  const files = { 'l/en.json': '{"a": "A"}' }
  const { path } = await createRepository([files])
  const component = (slug: string, repo: string) => ({
    slug,
    name: slug,
    repo,
    file_format: 'json',
    filemask: 'l/*.json',
    template: 'l/en.json',
  })
  const other = await createRepository([files, { 'l/en.json': '{"b": "B"}' }])
  const server = await serveProjects([
    {
      slug: 'p',
      name: 'P',
      web: 'https://p.example',
      components: [component('web', path), component('app', other.path)],
    },
  ])
  await addCommit(path, files, 1, 'next')
  const address = '/api/components/p/web/compare/?base=main&head=next'
  expect((await server.get<Comparison>(address)).count).toBe(0)
  await addCommit(path, { 'l/en.json': '{"a": "A", "b": "B"}' }, 2, 'next')
  expect((await server.get<Comparison>(address)).count).toBe(1)
  expect(await server.get('/api/components/p/app/compare/?base=main&head=next')).toEqual({
    type: 'validation_error',
    errors: [
      {
        code: 'invalid',
        detail: 'ref "next": expected a branch, tag or commit that has these components',
        attr: 'head',
      },
    ],
  })
  const project = await server.get<Comparison>('/api/projects/p/compare/?base=main&head=next')
  expect(project.components.map(({ component }) => component)).toEqual(['web'])
  await server.catalog.close()
})
