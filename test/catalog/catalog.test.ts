import { renameSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { addCommit, createRepository } from '../support/git-repository.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.catalog.close()
  server = undefined
})

const json = (value: object) => JSON.stringify(value)
const web = (repo: string, more: object = {}) => ({
  slug: 'web',
  name: 'Web',
  repo,
  branch: 'main',
  file_format: 'json',
  filemask: 'l/*.json',
  template: 'l/en.json',
  ...more,
})
const project = (...components: object[]) => ({
  slug: 'p',
  name: 'P',
  web: 'https://p.example',
  components,
})

interface Translation {
  readonly language_code: string
  readonly total: number
  readonly translated: number
  readonly revision: string
  readonly id: number
}

async function translations(at: TestServer, component = 'web'): Promise<Translation[]> {
  const { results } = await at.get<{ results: Translation[] }>(
    `/api/components/p/${component}/translations/`,
  )
  return results
}

const counts = (list: readonly Translation[]) =>
  list.map(({ language_code, translated, total }) => `${language_code} ${translated}/${total}`)

describe('an error in one part leaves the others intact', () => {
  test('a file that does not parse is an alert on its translation', async () => {
    const { path } = await createRepository([
      { 'l/en.json': json({ a: 'A' }), 'l/cs.json': '{"a": "Á",}', 'l/de.json': json({ a: 'Ä' }) },
    ])
    server = await serveProjects([project(web(path))])
    expect(counts(await translations(server))).toEqual(['en 1/1', 'cs 0/0', 'de 1/1'])
    const reason = { detail: expect.stringMatching(/^p\/web\/cs: l\/cs\.json:1:11: expected /) }
    expect(await server.get('/api/translations/p/web/cs/')).toMatchObject({ errors: [reason] })
    expect(server.events.filter(({ type }) => type === 'alert')).toEqual([
      {
        type: 'alert',
        component: 'p/web',
        message: expect.stringMatching(/^l\/cs\.json:1:11: expected /),
      },
    ])
    await server.catalog.complete
    const { results } = await server.get<{ results: { action: number; details: object }[] }>(
      '/api/translations/p/web/cs/changes/',
    )
    expect(results.map(({ action }) => action)).toEqual([24])
  })

  test('a broken template leaves its component without numbers, and no other', async () => {
    const { path } = await createRepository([
      { 'l/en.json': '{', 'l/cs.json': json({ a: 'Á' }), 'm/en.json': json({ b: 'B' }) },
    ])
    const other = { slug: 'm', name: 'M', filemask: 'm/*.json', template: 'm/en.json' }
    server = await serveProjects([project(web(path), web(path, other))])
    const reason = { detail: expect.stringMatching(/^p\/web: l\/en\.json:1:2: expected /) }
    expect(await server.get('/api/components/p/web/translations/')).toMatchObject({
      errors: [reason],
    })
    expect(counts(await translations(server, 'm'))).toEqual(['en 1/1'])
  })

  test('a missing template is reported', async () => {
    const { path } = await createRepository([{ 'l/cs.json': json({ a: 'Á' }) }])
    server = await serveProjects([project(web(path))])
    expect(server.events.filter(({ type }) => type === 'alert').map((event) => event)).toEqual([
      {
        type: 'alert',
        component: 'p/web',
        message: 'The template l/en.json does not exist.',
      },
    ])
  })

  test('a missing repository leaves its component empty and is reported', async () => {
    const { path } = await createRepository([{ 'l/en.json': json({ a: 'A' }) }])
    const gone = web(`${path}-gone`, { slug: 'gone', name: 'Gone' })
    server = await serveProjects([project(web(path), gone)])
    expect(counts(await translations(server))).toEqual(['en 1/1'])
    const unknown = { detail: expect.stringContaining('gone: ') }
    expect(await server.get('/api/components/p/gone/translations/')).toMatchObject({
      errors: [unknown],
    })
    expect(await server.get('/api/components/p/gone/')).toMatchObject({ slug: 'gone' })
    expect(server.events.filter(({ type }) => type === 'alert')).toEqual([
      { type: 'alert', component: 'p/gone', message: expect.stringContaining(`${path}-gone`) },
    ])
  })

  test('a missing branch is reported', async () => {
    const { path } = await createRepository([{ 'l/en.json': json({ a: 'A' }) }])
    server = await serveProjects([project(web(path, { branch: 'nope' }))])
    expect(server.events).toEqual([
      { type: 'alert', component: 'p/web', message: expect.stringContaining('nope') },
    ])
  })

  test('of two files for one language the first is served, the other is an alert', async () => {
    const { path } = await createRepository([
      { 'l/en.json': json({ a: 'A' }), 'l/cs.json': json({ a: 'Á' }), 'l/cs_CZ.json': json({}) },
    ])
    server = await serveProjects([project(web(path))])
    expect(counts(await translations(server))).toEqual(['en 1/1', 'cs 1/1'])
    expect(server.events.filter(({ type }) => type === 'alert').length).toBe(1)
  })

  test('the first hundred files that match the filemask without being translations are reported', async () => {
    const long = Array.from({ length: 101 }, (_, i) => [
      `l/x${'y'.repeat(50)}${i + 100}.json`,
      '{}',
    ])
    const { path } = await createRepository([
      { 'l/en.json': json({ a: 'A' }), ...Object.fromEntries(long) },
    ])
    server = await serveProjects([project(web(path))])
    expect(counts(await translations(server))).toEqual(['en 1/1'])
    const messages = server.events.flatMap((event) => (event.type === 'alert' ? event.message : []))
    expect(messages.length).toBe(101)
    expect([messages[0], messages[100]]).toEqual([
      `${long[0]?.[0]}: expected a language code of at most 50 characters`,
      '1 more file is ignored',
    ])
  })

  test('a filemask that fits thousands of files that are not languages is an alert', async () => {
    const many = Array.from({ length: 5001 }, (_, i) => [`l/q${i}.json`, '{}'])
    const { path } = await createRepository([
      { 'l/en.json': json({ a: 'A' }), 'm/en.json': json({ a: 'A' }), ...Object.fromEntries(many) },
    ])
    const other = { slug: 'other', name: 'Other', filemask: 'm/*.json', template: 'm/en.json' }
    server = await serveProjects([project(web(path), web(path, other))])
    expect((await server.app.request('/api/components/p/web/translations/')).status).toBe(503)
    expect(counts(await translations(server, 'other'))).toEqual(['en 1/1'])
    expect(server.events.filter(({ type }) => type === 'alert')).toEqual([
      {
        type: 'alert',
        component: 'p/web',
        message: 'l/*.json: expected at most 5000, found files of 5002 languages',
      },
    ])
  })
})

describe('a refresh', () => {
  test('serves the new commit under new tags and the same ids', async () => {
    const { path } = await createRepository([
      { 'l/en.json': json({ a: 'A', b: 'B' }), 'l/cs.json': '{}' },
    ])
    server = await serveProjects([project(web(path))])
    const before = await translations(server)
    const tag = (await server.app.request('/api/projects/p/statistics/')).headers.get('ETag')
    await addCommit(
      path,
      { 'l/en.json': json({ a: 'A', b: 'B' }), 'l/cs.json': json({ b: 'Bé' }) },
      1,
    )
    await server.catalog.refresh()
    const after = await translations(server)
    expect([counts(before), counts(after)]).toEqual([
      ['en 2/2', 'cs 0/2'],
      ['en 2/2', 'cs 1/2'],
    ])
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const now = (await server.app.request('/api/projects/p/statistics/')).headers.get('ETag')
    expect(now).not.toBe(tag)
  })

  test('keeps serving the last commit if the repository vanishes, and reports why', async () => {
    const { path } = await createRepository([{ 'l/en.json': json({ a: 'A' }) }])
    server = await serveProjects([project(web(path))])
    renameSync(path, `${path}-moved`)
    await server.catalog.refresh()
    renameSync(`${path}-moved`, path)
    expect(counts(await translations(server))).toEqual(['en 1/1'])
    expect(server.catalog.current().projects[0]?.components[0]?.alerts.length).toBe(1)
  })
})

test('a component without a repository has every language of the project, empty, also at a ref', async () => {
  const { path, commits } = await createRepository([
    { readme: '' },
    { 'l/en.json': json({ a: 'A' }), 'l/cs.json': '{}', 'l/ar.json': '{}' },
  ])
  const glossary = {
    slug: 'glossary',
    name: 'Glossary',
    vcs: 'local',
    repo: 'local:',
    file_format: 'tbx',
    filemask: '*.tbx',
    is_glossary: true,
    new_lang: 'none',
  }
  server = await serveProjects([project(web(path), glossary)])
  const list = await translations(server, 'glossary')
  expect(counts(list)).toEqual(['en 0/0', 'ar 0/0', 'cs 0/0'])
  expect(list.map(({ revision }) => revision)).toEqual(['', '', ''])
  await server.catalog.complete
  const [first, last] = commits
  const address = `/api/components/p/glossary/translations/?ref=${last}`
  const { results } = await server.get<{ results: typeof list }>(address)
  expect(counts(results)).toEqual(counts(list))
  const { headers } = await server.app.request(address)
  expect(headers.get('Cache-Control')).toContain('immutable')
  expect((await server.app.request(`/projects/p/?ref=${first}`)).status).toBe(404)
})

test('a linked component reads from its target and shows the address of the target', async () => {
  const { path } = await createRepository([
    { 'l/en.json': json({ a: 'A' }), 'm/en.json': json({ b: 'B', c: 'C' }) },
  ])
  const linked = {
    slug: 'm',
    name: 'M',
    repo: 'weblate://p/web',
    file_format: 'json',
    filemask: 'm/*.json',
    template: 'm/en.json',
  }
  server = await serveProjects([project(web(path), linked)])
  expect(counts(await translations(server, 'm'))).toEqual(['en 2/2'])
  const { repo, branch, linked_component } = await server.get('/api/components/p/m/')
  expect({ repo, branch, linked_component }).toEqual({
    repo: path,
    branch: 'main',
    linked_component: 'http://localhost/api/components/p/web/?format=api',
  })
})

test('a translation knows who changed its file or its template last, and when', async () => {
  const first = { 'l/en.json': json({ a: 'A' }), 'l/cs.json': '{}', 'l/de.json': '{}' }
  const { path } = await createRepository([first, { ...first, 'l/cs.json': json({ a: 'Á' }) }])
  server = await serveProjects([project(web(path))])
  await server.catalog.complete
  const list = await server.get<{ results: { last_change: string; last_author: string }[] }>(
    '/api/components/p/web/translations/',
  )
  expect(list.results.map(({ last_change, last_author }) => [last_change, last_author])).toEqual([
    ['2024-01-01T00:00:00.000000Z', 'Ada Example'],
    ['2024-01-02T00:00:00.000000Z', 'Björn Beispiel'],
    ['2024-01-01T00:00:00.000000Z', 'Ada Example'],
  ])
  expect((await server.get('/api/projects/p/statistics/'))['last_change']).toBe(
    '2024-01-02T00:00:00.000000Z',
  )
})
