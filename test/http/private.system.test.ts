import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashOf } from '../../src/http/access.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { addCommit, createRepository } from '../support/git-repository.ts'

const SECRET = 'zxqv'
const MEMBER = { Authorization: 'Token all' }
const STRANGER = {}

/** Paths or addresses. */
interface Repositories {
  readonly open: string
  readonly hidden: string
}

/** A server with a public project, and a private one that shares its component into it. */
async function serve(
  { open, hidden }: Repositories,
  site: object = {},
  options: { isAwaited?: boolean } = {},
): Promise<TestServer> {
  const project = (slug: string, repo: string, more: object, component: object = {}) => ({
    ...{ slug, name: slug, web: 'https://p.example', ...more },
    components: [jsonComponent(`${slug}-web`, 'l', { repo, branch: 'main', ...component })],
  })
  const server = await serveProjects(
    [
      project('open', open, {}),
      project(SECRET, hidden, { access_control: 'private' }, { links: ['open'] }),
    ],
    { tokens: [{ name: 'all', hash: hashOf('all') }], ...site },
    options,
  )
  onTestFinished(server.catalog.close)
  return server
}

async function createRepositories(): Promise<Repositories> {
  const open = await createRepository([
    { 'l/en.json': '{"a": "Sail"}', 'l/de.json': '{"a": "Segel"}' },
  ])
  const hidden = await createRepository([
    { 'l/en.json': `{"a": "${SECRET}"}`, 'l/de.json': `{"a": "${SECRET}"}` },
  ])
  return { open: open.path, hidden: hidden.path }
}

async function ask({ app }: TestServer, path: string, headers: Record<string, string>) {
  const response = await app.request(path, { headers })
  return { status: response.status, text: await response.text() }
}

/** The address of a remote that accepts connections and never responds. */
async function silentRemote(): Promise<string> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}`
}

test('a timeout names private components only for members, even on the same address', async () => {
  const remote = await silentRemote()
  const repositories = { open: `${remote}/open.git`, hidden: `${remote}/${SECRET}.git` }
  const server = await serve(
    repositories,
    { request_timeout: 1, remote_timeout: 10 },
    { isAwaited: false },
  )
  for (const path of ['/api/statistics/', '/api/units/', '/changes/']) {
    const [member, stranger] = await Promise.all([
      ask(server, path, MEMBER),
      ask(server, path, STRANGER),
    ])
    const isNamed = [member, stranger].map(({ text }) => text.includes(`${SECRET}/`))
    expect([path, member.status, stranger.status, isNamed]).toEqual([path, 503, 503, [true, false]])
  }
})

test('views of other commits are not shared between clients with different access', async () => {
  const repositories = await createRepositories()
  for (const path of Object.values(repositories)) {
    const tip = await addCommit(path, { 'l/en.json': '{"a": "Sail"}', 'l/de.json': '{}' }, 1, 'v1')
    expect(tip).toMatch(/^[0-9a-f]{40}$/)
  }
  const server = await serve(repositories)
  await server.catalog.complete
  const asked = '/api/components/?ref=v1&format=json'
  const [member, stranger] = await Promise.all([
    ask(server, asked, MEMBER),
    ask(server, asked, STRANGER),
  ])
  expect([JSON.parse(member.text).count, JSON.parse(stranger.text).count]).toEqual([2, 1])
  expect(stranger.text).not.toContain(SECRET)
  expect(JSON.parse((await ask(server, asked, STRANGER)).text).count).toBe(1)
})

test('a ref of a private repository only is unknown to others', async () => {
  const repositories = await createRepositories()
  const files = { 'l/en.json': `{"a": "${SECRET} 2"}` }
  const commit = await addCommit(repositories.hidden, files, 1, 'secret-branch')
  const server = await serve(repositories)
  await server.catalog.complete
  const [hidden, unknown] = ['secret-branch', 'secret-broken'] as const
  const paths = [
    ...['/api/components/?ref=REF', '/api/projects/open/?ref=REF', '/projects/open/?ref=REF'],
    ...['/exports/rss/open/?ref=REF', '/widget/open/svg-badge.svg?ref=REF', '/?ref=REF'],
    ...['/api/projects/open/compare/?base=REF', '/compare/open/?base=REF&head=main'],
    '/download/open/?ref=REF',
  ]
  for (const path of paths) {
    const seen = await Promise.all(
      [hidden, unknown].map((ref) => ask(server, path.replace('REF', ref), STRANGER)),
    )
    const [hiddenResponse, missingResponse] = seen.map(({ status, text }) => [
      status,
      text.replaceAll(/secret-\w+/g, 'R'),
    ])
    expect([path, hiddenResponse]).toEqual([path, missingResponse])
  }
  expect((await ask(server, `/api/components/?ref=${hidden}`, MEMBER)).status).toBe(200)
  // Ids of commits and other spellings are unknown, too.
  for (const ref of [commit, commit.slice(0, 8), `refs/heads/${hidden}`, `${hidden}~0`]) {
    expect([ref, (await ask(server, `/api/components/?ref=${ref}`, STRANGER)).status]).toEqual([
      ref,
      404,
    ])
  }
  const sees = ({ slug }: { readonly slug: string }) => slug === 'open'
  await expect(server.catalog.refView(hidden, { sees })).rejects.toThrow(
    `ref "${hidden}": expected a branch, tag or commit of a repository`,
  )
})

test('a component shared from a private project is in tables only for members', async () => {
  const repositories = await createRepositories()
  const server = await serve(repositories)
  await server.catalog.complete
  const rowsOf = async (path: string, headers: Record<string, string>) => {
    const { text } = await ask(server, path, headers)
    const places = [...text.matchAll(/href="[./]*projects\/([\w-]+\/\w[\w-]*)\/de\/"/g)]
    return [...new Set(places.map(([, place]) => place))].sort()
  }
  for (const path of ['/languages/de/', '/projects/open/-/de/', '/projects/open/']) {
    expect([path, await rowsOf(path, STRANGER)]).toEqual([path, ['open/open-web']])
    expect([path, await rowsOf(path, MEMBER)]).toEqual([
      path,
      ['open/open-web', `${SECRET}/${SECRET}-web`],
    ])
  }
  const { text } = await ask(server, '/api/projects/open/languages/?format=json', STRANGER)
  expect(
    JSON.parse(text).map((language: { code: string; total: number }) => [
      language.code,
      language.total,
    ]),
  ).toEqual([
    ['en', 1],
    ['de', 1],
  ])
})

test('a component does not name a private component that it links to', async () => {
  const { open, hidden } = await createRepositories()
  const project = (slug: string, components: readonly object[], more: object = {}) => ({
    ...{ slug, name: slug, web: 'https://p.example', ...more, components },
  })
  const link = { repo: `weblate://${SECRET}/web` }
  const server = await serveProjects([
    project('open', [
      jsonComponent('own', 'l', { repo: open }),
      jsonComponent('linked', 'l', link),
    ]),
    project(
      SECRET,
      [jsonComponent('web', 'l', { repo: hidden }), jsonComponent('linked', 'l', link)],
      { access_control: 'private' },
    ),
  ])
  onTestFinished(server.catalog.close)
  const { text } = await ask(server, '/api/components/open/linked/?format=json', STRANGER)
  expect(JSON.parse(text).linked_component).toBe(null)
  const archive = await ask(server, '/api/projects/open/file/?format=zip', STRANGER)
  expect([archive.status, archive.text.includes(`${SECRET}/web`)]).toEqual([200, false])
})

test('a push to a private project does not change the ETags that others get', async () => {
  const repositories = await createRepositories()
  const server = await serve(repositories)
  await server.catalog.complete
  const paths = [
    '/api/projects/open/file/?format=zip',
    '/api/units/?format=ndjson',
    '/api/projects/open/?format=json',
    '/projects/open/',
  ]
  const tagsFor = (headers: Record<string, string>) =>
    Promise.all(
      paths.map(async (path) => {
        const response = await server.app.request(path, { headers })
        await response.arrayBuffer()
        return response.headers.get('ETag')
      }),
    )
  // Times of units come with a later view, and pages are cached once they are complete.
  const stableTags = (headers: Record<string, string>) =>
    vi.waitFor(async () => {
      const tags = await tagsFor(headers)
      expect([tags.includes(null), await tagsFor(headers)]).toEqual([false, tags])
      const [open] = server.catalog.current().projects
      expect(open?.components[0]?.times).toBeDefined()
      return tags
    }, 20_000)
  await stableTags(MEMBER)
  const [before, tags] = [await stableTags(STRANGER), await stableTags(MEMBER)]
  await addCommit(repositories.hidden, { 'l/en.json': '{"a": "New"}', 'l/de.json': '{}' }, 5)
  await server.catalog.refresh()
  await server.catalog.complete
  expect(await stableTags(STRANGER)).toEqual(before)
  expect((await tagsFor(MEMBER))[0]).not.toBe(tags[0])
})
