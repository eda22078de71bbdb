import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appProject, serveProjects, type TestServer } from '../support/catalog.ts'
import { commitAs } from '../support/commit-as.ts'
import { cloneShallow, createTemporaryFolder, hasGit } from '../support/git-repository.ts'

type Texts = Readonly<Record<string, string>>
const ada = 'Ada <ada@example.com>'
const bo = 'Bo <bo@example.org>'

interface VersionBody {
  readonly change: string
  readonly commit: string
  readonly written_in: string
  readonly author_name: string | null
  readonly co_authors: readonly string[]
  readonly context: string
  readonly filename: string
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly state: number | null
  readonly timestamp: string
}

interface HistoryBody {
  readonly count: number
  readonly next: string | null
  readonly results: readonly VersionBody[]
  readonly history: unknown
  readonly skipped: readonly { readonly filename: string; readonly message: string }[]
}

const project = (gitdir: string) => appProject(gitdir, 'locales')

const files = (texts: Readonly<Record<string, Texts | string>>, folder = 'locales') =>
  Object.fromEntries(
    Object.entries(texts).map(([code, content]) => [
      `${folder}/${code}.json`,
      typeof content === 'string' ? content : JSON.stringify(content),
    ]),
  )

async function historyOf(server: TestServer, code: string, context: string, query = '') {
  const { results } = await server.get<{ results: { id: number }[] }>(
    `/api/translations/app/web/${code}/units/?q=key:=${context}`,
  )
  return server.get<HistoryBody>(`/api/units/${results[0]?.id}/history/${query}`)
}

/** `change context: source | target state, author`. */
function lines({ results }: HistoryBody): string[] {
  return results.map(
    ({ change, context, source, target, state, author_name }) =>
      `${change} ${context}: ${source.join('/')} | ${target.join('/')} ${state}, ${author_name}`,
  )
}

/** Serves the commits of `write`, in a repository of their own. */
async function serve(write: (gitdir: string) => Promise<unknown>): Promise<TestServer> {
  const gitdir = join(createTemporaryFolder(), 'unit.git')
  await write(gitdir)
  const server = await serveProjects([project(gitdir)])
  await server.catalog.complete
  return server
}

describe('the history of a unit', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await serve(async (gitdir) => {
      let day = 0
      const add = (author: string, tree: Parameters<typeof files>[0], message?: string) =>
        commitAs({ gitdir, author, day: day++, tree: files(tree), ...(message ? { message } : {}) })
      const other = { other: 'Other' }
      await add(ada, { en: { hello: 'Hello', ...other }, cs: {} })
      await add(
        bo,
        { en: { hello: 'Hello', ...other }, cs: { hello: 'Ahoj' } },
        'x\n\nCo-authored-by: Eve <eve@example.net>\n',
      )
      await add(ada, { en: { hello: 'Hello', ...other }, cs: { hello: 'Ahoj', other: 'Jiny' } })
      await add(ada, { en: { hello: 'Hello!', ...other }, cs: { hello: 'Ahoj', other: 'Jiny' } })
      await add(bo, { en: { hello: 'Hello!', ...other }, cs: '{' })
      await add(bo, { en: { hello: 'Hello!', ...other }, cs: { hello: 'Ahoj!', other: 'Jiny' } })
      await add(bo, {
        en: { greeting: 'Hello!', ...other },
        cs: { greeting: 'Ahoj!', other: 'Jiny' },
      })
      await add(ada, { en: other, cs: { other: 'Jiny' } })
      await add(ada, {
        en: { greeting: 'Hi', ...other },
        cs: { greeting: 'Nazdar', other: 'Jiny' },
      })
    })
  })
  afterAll(() => server.catalog.close())

  test('names every version, newest first, through broken revisions, a new key and a removal', async () => {
    const body = await historyOf(server, 'cs', 'greeting')
    expect(lines(body)).toEqual([
      'added greeting: Hi | Nazdar 20, Ada',
      'removed greeting: Hello! | Ahoj! null, Ada',
      'renamed greeting: Hello! | Ahoj! 20, Bo',
      'changed hello: Hello! | Ahoj! 20, Bo',
      'changed hello: Hello! | Ahoj 20, Ada',
      'changed hello: Hello | Ahoj 20, Bo',
      'added hello: Hello |  0, Ada',
    ])
    expect(body.history).toEqual({ complete: true, since: null })
    expect(body.skipped).toEqual([
      {
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
        timestamp: '2024-01-05T00:00:00.000000Z',
        filename: 'locales/cs.json',
        message: expect.stringContaining('expected'),
      },
    ])
  })

  test('names co-authors, commit and time', async () => {
    const { results } = await historyOf(server, 'cs', 'greeting')
    expect(results.at(-2)).toEqual({
      change: 'changed',
      timestamp: '2024-01-02T00:00:00.000000Z',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      written_in: results.at(-2)?.commit,
      author: 'http://localhost/api/users/bo/?format=api',
      author_name: 'Bo',
      co_authors: ['http://localhost/api/users/eve/?format=api'],
      context: 'hello',
      filename: 'locales/cs.json',
      source: ['Hello'],
      target: ['Ahoj'],
      previous_source: '',
      state: 20,
    })
  })

  test('of a unit of the template has the versions of the source', async () => {
    expect(lines(await historyOf(server, 'en', 'other'))).toEqual([
      'added other: Other | Other 20, Ada',
    ])
  })

  test('comes in pages', async () => {
    const body = await historyOf(server, 'cs', 'greeting', '?page_size=3&page=2')
    expect([body.count, body.next?.replace(/^.*\?/, ''), lines(body)[0]]).toEqual([
      7,
      'format=api&page=3&page_size=3',
      'changed hello: Hello! | Ahoj! 20, Bo',
    ])
    const missing = await server.app.request('/api/units/1/history/')
    expect(missing.status).toBe(404)
  })
})

describe('a new key', () => {
  const cases: readonly (readonly [string, Texts, Texts, Texts, Texts, string])[] = [
    ['with other source', { a: 'One' }, { a: 'X' }, { b: 'Two' }, { b: 'X' }, 'added b'],
    ['with other target', { a: 'One' }, { a: 'X' }, { b: 'One' }, { b: 'Y' }, 'added b'],
    ['with the same texts', { a: 'One' }, { a: 'X' }, { b: 'One' }, { b: 'X' }, 'added a'],
    [
      'with two that vanished',
      { a: 'One', c: 'One' },
      { a: 'X', c: 'X' },
      { b: 'One' },
      { b: 'X' },
      'added b',
    ],
    [
      'beside another new one',
      { a: 'One' },
      { a: 'X' },
      { b: 'One', c: 'One' },
      { b: 'X', c: 'X' },
      'added b',
    ],
    [
      'whose old one stays with another text',
      { a: 'One' },
      { a: 'X' },
      { a: 'Two', b: 'One' },
      { a: 'X', b: 'X' },
      'added b',
    ],
  ]
  test.each(cases)('%s', async (_what, en, cs, newEn, newCs, oldest) => {
    const server = await serve(async (gitdir) => {
      await commitAs({ gitdir, author: ada, day: 0, tree: files({ en, cs }) })
      await commitAs({ gitdir, author: bo, day: 1, tree: files({ en: newEn, cs: newCs }) })
    })
    const body = await historyOf(server, 'cs', 'b')
    await server.catalog.close()
    expect(lines(body).at(-1)?.replace(/:.*/, '')).toBe(oldest)
  })
})

describe('a file that moved', () => {
  test.each([
    ['to another name of its language', 'locales/cs_CZ.json'],
    ['with its folder', 'old/cs.json'],
    ['from another language', 'locales/sk.json'],
  ])('%s keeps its history', async (_what, path) => {
    const cs = JSON.stringify({ hello: 'Ahoj' })
    const en = JSON.stringify({ hello: 'Hello' })
    const template = path.startsWith('old/') ? 'old/en.json' : 'locales/en.json'
    const server = await serve(async (gitdir) => {
      const old = { [template]: en, [path]: '{}' }
      await commitAs({ gitdir, author: ada, day: 0, tree: old })
      await commitAs({ gitdir, author: bo, day: 1, tree: { ...old, [path]: cs } })
      const tree = { 'locales/en.json': en, 'locales/cs.json': cs }
      await commitAs({ gitdir, author: ada, day: 2, tree })
    })
    const body = await historyOf(server, 'cs', 'hello')
    await server.catalog.close()
    expect(lines(body).filter((line) => !line.startsWith('renamed'))).toEqual([
      'changed hello: Hello | Ahoj 20, Bo',
      'added hello: Hello |  0, Ada',
    ])
  })
})

test('the author of a merged change is that of the commit on the merged side', async () => {
  let side = ''
  let merge = ''
  const server = await serve(async (gitdir) => {
    const en = { hello: 'Hello' }
    const tree = files({ en, cs: {} })
    const translated = files({ en, cs: { hello: 'Ahoj' } })
    const base = await commitAs({ gitdir, author: ada, day: 0, tree })
    side = await commitAs({ gitdir, author: bo, day: 1, tree: translated })
    const noted = { ...tree, note: 'x' }
    const main = await commitAs({ gitdir, author: ada, day: 2, tree: noted, parents: [base] })
    const merged = { ...translated, note: 'x' }
    merge = await commitAs({ gitdir, author: ada, day: 3, tree: merged, parents: [main, side] })
  })
  const { results } = await historyOf(server, 'cs', 'hello')
  await server.catalog.close()
  expect(results[0]).toMatchObject({ commit: merge, written_in: side, author_name: 'Bo' })
})

test.skipIf(!hasGit())('in a shallow clone says that older versions are unknown', async () => {
  const origin = join(createTemporaryFolder(), 'origin.git')
  for (const [day, target] of ['A', 'B', 'C'].entries()) {
    const tree = files({ en: { hello: 'Hello' }, cs: { hello: target } })
    await commitAs({ gitdir: origin, author: ada, day, tree })
  }
  const server = await serve(async (gitdir) => cloneShallow(origin, gitdir, 2))
  const body = await historyOf(server, 'cs', 'hello')
  await server.catalog.close()
  expect(lines(body)).toEqual([
    'changed hello: Hello | C 20, Ada',
    'present hello: Hello | B 20, null',
  ])
  expect(body.history).toEqual({ complete: false, since: '2024-01-02T00:00:00.000000Z' })
})
