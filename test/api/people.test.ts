import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { appProject, serveProjects, type TestServer } from '../support/catalog.ts'
import { commitAs } from '../support/commit-as.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

const json = (texts: Readonly<Record<string, string>>) => JSON.stringify(texts)
const ada = 'Ada Example <ada@example.com>'
const template = json({ hello: 'Hello', bye: 'Bye', more: 'More' })
const range = 'start=2024-01-01&end=2024-12-31'

/** Two people, a bot, a merge, a broken revision and a move. */
async function createHistory(): Promise<string> {
  const gitdir = join(createTemporaryFolder(), 'people.git')
  const add = (author: string, day: number, tree: Record<string, string>, message?: string) =>
    commitAs({ gitdir, author, day, tree, ...(message ? { message } : {}) })
  const en = { 'web/en.json': template }
  await add('root <root@localhost>', 0, { ...en, 'web/cs.json': json({ hello: 'Ahoj', bye: '' }) })
  const base = await add('Björn <bjorn@example.org>', 1, {
    ...en,
    'web/cs.json': json({ hello: 'Ahoj', bye: 'Nashle' }),
    'web/de.json': json({ hello: 'Hallo' }),
  })
  const cs = json({ hello: 'Nazdar', bye: 'Nashle' })
  const side = await add('Crawler <crawler@example.com>', 2, {
    ...en,
    'web/cs.json': cs,
    'web/de.json': json({ hello: 'Hallo' }),
  })
  const merged = { ...en, 'web/cs.json': cs, 'web/de.json': json({ hello: 'Hallo' }) }
  const merge = { gitdir, author: ada, day: 3, tree: merged, message: 'Merge\n' }
  await commitAs({ ...merge, parents: [base, side] })
  await add(ada, 4, { ...merged, 'web/de.json': '{' })
  await add(
    'Hosted Weblate <hosted@weblate.org>',
    5,
    { ...merged, 'web/de.json': json({ hello: 'Hallo', bye: 'Ciao', more: 'Mehr' }) },
    'Translated using Weblate (German)\n\nCo-authored-by: Ada Example <ADA@example.com>\nTranslation: x\n\nCo-authored-by: Eve <eve@example.net>\n',
  )
  const mailmap = 'Ada Example <ada@example.com> <root@localhost>\n'
  await add(ada, 6, {
    'web/en.json': template,
    'web/cs.json': cs,
    'web/de.json': json({ hello: 'Hallo', bye: 'Ciao', more: 'Mehr' }),
    '.mailmap': mailmap,
  })
  return gitdir
}

describe('people', () => {
  let server: TestServer
  let gitdir: string
  const project = () => appProject(gitdir, 'web')
  beforeAll(async () => {
    gitdir = await createHistory()
    server = await serveProjects([project()], { bots: ['crawler@*'] })
    await server.catalog.complete
  })
  afterAll(() => server.catalog.close())

  const people = async (path: string) => {
    const body =
      await server.get<Record<string, { username: string; change_count: number }[]>[]>(path)
    return body.map((group) =>
      Object.entries(group).map(([language, list]) => [
        language,
        list.map(({ username, change_count }) => `${username} ${change_count}`),
      ]),
    )
  }

  test.each(['projects/app', 'components/app/web'])(
    'credits of %s: by language and author, merges and bots left out',
    async (place) => {
      expect(await people(`/api/${place}/credits/?${range}`)).toEqual([
        [['Czech', ['ada 1', 'bjorn 1']]],
        [['English', ['ada 3']]],
        [['German', ['ada 2', 'eve 2', 'bjorn 1']]],
      ])
    },
  )

  test('credits carry names and the time of the first commit, no addresses', async () => {
    const body = await server.get(`/api/projects/app/credits/?${range}&lang=de`)
    expect(body).toEqual([
      {
        German: [
          {
            email: '',
            username: 'ada',
            full_name: 'Ada Example',
            change_count: 2,
            date_joined: '2024-01-01T00:00:00.000000Z',
          },
          {
            email: '',
            username: 'eve',
            full_name: 'Eve',
            change_count: 2,
            date_joined: '2024-01-06T00:00:00.000000Z',
          },
          {
            email: '',
            username: 'bjorn',
            full_name: 'Björn',
            change_count: 1,
            date_joined: '2024-01-02T00:00:00.000000Z',
          },
        ],
      },
    ])
  })

  test.each([
    ['start=2024-01-02&end=2024-01-02', [[['Czech', ['bjorn 1']]], [['German', ['bjorn 1']]]]],
    [
      'start=2024-01-02T00:00:00Z&end=2024-01-02T00:00:00%2B00:00&lang=cs',
      [[['Czech', ['bjorn 1']]]],
    ],
    ['start=2024-01-02T00:00:01&end=2024-01-05', []],
    ['end=2024-01-01&lang=cs', [[['Czech', ['ada 1']]]]],
    ['start=2024-01-02&lang=cs', [[['Czech', ['bjorn 1']]]]],
    ['start=&end=&lang=cs', [[['Czech', ['ada 1', 'bjorn 1']]]]],
    [`${range}&lang=fr`, []],
  ])('credits of %s', async (query, expected) => {
    expect(await people(`/api/components/app/web/credits/?${query}`)).toEqual(expected)
  })

  test.each([
    ['start=yesterday&end=2024-01-01', 'start'],
    ['start=2024-01-01&end=2024-13-01', 'end'],
  ])('credits of %j miss a good time', async (query, attribute) => {
    const response = await server.app.request(`/api/projects/app/credits/?${query}`)
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        type: 'validation_error',
        errors: [
          { code: 'invalid', detail: `Invalid format for \`${attribute}\``, attr: attribute },
        ],
      },
    ])
  })

  test('names may end as a format does', async () => {
    const named = join(createTemporaryFolder(), 'named.git')
    const tree = { 'web/en.json': template, 'web/cs.json': json({ hello: 'Ahoj' }) }
    await commitAs({ gitdir: named, author: 'Jan <jan.json@example.com>', day: 0, tree })
    const { app, get, catalog } = await serveProjects([appProject(named, 'web')])
    onTestFinished(() => catalog.close())
    const { results } = await get<{ results: { author: string }[] }>('/api/changes/?format=json')
    const author = new URL(results[0]?.author ?? '')
    const paths = ['/api/users/jan.json.csv', '/api/users/jan.json/statistics.json/']
    const responses = [`${author.pathname}${author.search}`, ...paths].map((path) =>
      app.request(path),
    )
    const shown = (await Promise.all(responses)).map(({ status, headers }) => [
      status,
      headers.get('Content-Type'),
    ])
    expect([author.pathname, ...shown]).toEqual([
      '/api/users/jan.json/',
      [200, 'application/json'],
      [200, 'text/csv; charset=utf-8'],
      [200, 'application/json'],
    ])
  })

  test('users are the authors of commits, the first seen first', async () => {
    const all = await server.get<{ results: { username: string; full_name: string }[] }>(
      '/api/users/',
    )
    expect(all.results.map(({ username, full_name }) => [username, full_name])).toEqual([
      ['ada', 'Ada Example'],
      ['bjorn', 'Björn'],
      ['crawler', 'Crawler'],
      ['hosted', 'Hosted Weblate'],
      ['eve', 'Eve'],
    ])
    const some = await server.get<{ count: number }>('/api/users/?username=c')
    expect(some.count).toBe(1)
  })

  test('a user is found by name', async () => {
    const user = await server.get<{ id: number }>('/api/users/bjorn/')
    const byId = await server.get<{ results: unknown[] }>(`/api/users/?id=${user.id}`)
    expect(user).toEqual({
      id: user.id,
      full_name: 'Björn',
      username: 'bjorn',
      url: 'http://localhost/api/users/bjorn/?format=api',
      statistics_url: 'http://localhost/api/users/bjorn/statistics/?format=api',
    })
    expect(byId.results).toEqual([user])
    expect((await server.app.request('/api/users/nobody/')).status).toBe(404)
  })

  test('statistics of a user count what credits count, of bots too', async () => {
    const counts = { suggested: 0, uploaded: 0, commented: 0 }
    const [ada, crawler] = await Promise.all(
      ['ada', 'crawler'].map((name) => server.get(`/api/users/${name}/statistics/`)),
    )
    expect(ada).toEqual({ translated: 6, ...counts, languages: 3 })
    expect(crawler).toEqual({ translated: 1, ...counts, languages: 1 })
  })

  test('contributions of a user are translations', async () => {
    const { results } = await server.get<{ results: { language_code: string }[] }>(
      '/api/users/bjorn/contributions/',
    )
    expect(results.map(({ language_code }) => language_code)).toEqual(['cs', 'de'])
  })

  test('what was translated before a folder moved counts', async () => {
    const gitdir = join(createTemporaryFolder(), 'moved.git')
    const old = { 'old/en.json': template, 'old/cs.json': json({ hello: 'Ahoj' }) }
    await commitAs({ gitdir, author: 'Bo <bo@example.net>', day: 0, tree: old })
    const tree = { 'web/en.json': template, 'web/cs.json': json({ hello: 'Ahoj' }) }
    await commitAs({ gitdir, author: ada, day: 1, tree })
    const { components, ...rest } = project()
    const moved = await serveProjects([
      { ...rest, components: components.map((component) => ({ ...component, repo: gitdir })) },
    ])
    await moved.catalog.complete
    const bo = await moved.get('/api/users/bo/statistics/')
    const mover = await moved.get('/api/users/ada/statistics/')
    await moved.catalog.close()
    expect([bo, mover]).toMatchObject([
      { translated: 4, languages: 2 },
      { translated: 0, languages: 0 },
    ])
  })

  test('a file of all languages counts for each of them', async () => {
    const gitdir = join(createTemporaryFolder(), 'catalog.git')
    const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
    const catalog = (hello: string, bye: string) => ({
      'App.xcstrings': JSON.stringify({
        sourceLanguage: 'en',
        strings: {
          hello: { localizations: { en: unit('Hello'), de: unit(hello) } },
          bye: { localizations: { en: unit('Bye'), de: unit(bye) } },
        },
        version: '1.0',
      }),
    })
    await commitAs({ gitdir, author: ada, day: 0, tree: catalog('Hallo', 'Tschau') })
    const eve = 'Eve <eve@example.net>'
    await commitAs({ gitdir, author: eve, day: 1, tree: catalog('Servus', 'Tschau') })
    const { components, ...rest } = project()
    const file = { file_format: 'xcstrings', filemask: 'App.xcstrings', template: 'App.xcstrings' }
    const served = await serveProjects([
      {
        ...rest,
        components: components.map((component) => ({ ...component, repo: gitdir, ...file })),
      },
    ])
    await served.catalog.complete
    const statistics = [
      await served.get('/api/users/ada/statistics/'),
      await served.get('/api/users/eve/statistics/'),
    ]
    await served.catalog.close()
    expect(statistics).toMatchObject([
      { translated: 4, languages: 2 },
      { translated: 1, languages: 1 },
    ])
  })

  test('no person is shown if authors are hidden', async () => {
    const silent = await serveProjects([project()], { authors: false })
    await silent.catalog.complete
    const [users, user, credits, translation, repository, changes] = await Promise.all([
      silent.get<{ results: unknown[] }>('/api/users/'),
      silent.app.request('/api/users/ada/'),
      silent.get(`/api/projects/app/credits/?${range}`),
      silent.get('/api/translations/app/web/de/'),
      silent.get<{ remote_commit: object }>('/api/components/app/web/repository/'),
      silent.get<{ results: { author: unknown }[] }>('/api/changes/'),
    ])
    await silent.catalog.close()
    expect([users.results, user.status, credits]).toEqual([[], 404, []])
    expect(translation).toMatchObject({
      last_author: null,
      last_change: '2024-01-06T00:00:00.000000Z',
    })
    expect(repository.remote_commit).toMatchObject({ author: ' <>', commit_name: '' })
    expect(new Set(changes.results.map(({ author }) => author))).toEqual(new Set([null]))
  })

  test('the addresses of those who committed are not shown', async () => {
    const { remote_commit } = await server.get<{ remote_commit: object }>(
      '/api/components/app/web/repository/',
    )
    expect(remote_commit).toMatchObject({ author_email: '', commit_email: '' })
    expect(JSON.stringify(remote_commit)).not.toContain('@')
  })

  test('the last author goes by the name in .mailmap', async () => {
    const template = await server.get('/api/translations/app/web/en/')
    const german = await server.get('/api/translations/app/web/de/')
    expect([template['last_author'], german['last_author']]).toEqual([
      'Ada Example',
      'Hosted Weblate',
    ])
  })
})
