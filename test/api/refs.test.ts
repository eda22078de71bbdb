import fs, { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as git from 'isomorphic-git'
import { expect, onTestFinished, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

const component = (path: string, files: object) => ({
  slug: 'c',
  name: 'C',
  repo: path,
  branch: 'main',
  file_format: 'json',
  ...files,
})
const monolingual = { filemask: 'l/*.json', template: 'l/en.json' }

async function serve(path: string, files: object = monolingual): Promise<TestServer> {
  const server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://example.com/', components: [component(path, files)] },
  ])
  onTestFinished(() => server.catalog.close())
  return server
}

/** Commits with and without the component, and refs to them. */
async function createRefs() {
  const history = await createHistory([
    { name: 'none', files: { README: 'x' } },
    { name: 'old', files: { 'l/en.json': '{"a": "A"}' } },
    { name: 'new', files: { 'l/en.json': '{"a": "A", "b": "B"}' } },
  ])
  const write = (name: string, commit: string) =>
    git.writeRef({ fs, gitdir: history.path, ref: name, value: history.oids[commit] ?? commit })
  await write('refs/heads/before', 'none')
  await write('refs/heads/feature/x', 'old')
  await write('refs/remotes/origin/main', 'old')
  await write('refs/remotes/origin/fix', 'old')
  await write('refs/tags/main', 'old')
  const tagger = { name: 'A', email: 'a@example.com', timestamp: 0, timezoneOffset: 0 }
  const tag = { fs, gitdir: history.path, tagger, message: 'One' }
  await git.annotatedTag({ ...tag, ref: 'v1', object: history.oids['old'] ?? '' })
  await write('refs/tags/missing', 'f'.repeat(40))
  writeFileSync(join(history.path, 'refs/tags/broken'), 'nothing\n')
  return { ...history, write }
}

interface Ref {
  readonly name: string
  readonly commit: string
}

test('branches, then tags with the component are listed, newest first, by names valid as ref', async () => {
  const { path, oids } = await createRefs()
  const { get } = await serve(path)
  const [first, second] = ['2024-01-02T00:00:00.000000Z', '2024-01-03T00:00:00.000000Z']
  const page = await get<{ results: Ref[] }>('/api/components/p/c/refs/')
  expect(page).toEqual({
    count: 5,
    next: null,
    previous: null,
    results: [
      { name: 'main', kind: 'branch', commit: oids['new'], timestamp: second },
      { name: 'feature/x', kind: 'branch', commit: oids['old'], timestamp: first },
      { name: 'fix', kind: 'branch', commit: oids['old'], timestamp: first },
      { name: 'refs/tags/main', kind: 'tag', commit: oids['old'], timestamp: first },
      { name: 'v1', kind: 'tag', commit: oids['old'], timestamp: first },
    ],
  })
  for (const { name, commit } of page.results) {
    const at = await get<{ remote_commit: { revision: string } }>(
      `/api/components/p/c/repository/?ref=${encodeURIComponent(name)}`,
    )
    expect(at.remote_commit.revision).toBe(commit)
  }
})

test('without a template, any file of the component is enough', async () => {
  const { path } = await createRefs()
  const { get } = await serve(path, { filemask: 'l/*.tbx', file_format: 'tbx' })
  expect(await get('/api/components/p/c/refs/')).toMatchObject({ count: 0 })
  const other = await serve(path, {
    filemask: 'l/*.json',
    file_format: 'json',
    template: 'no.json',
  })
  const page = await other.get<{ results: Ref[] }>('/api/components/p/c/refs/?page_size=2&page=2')
  expect(page.results.map(({ name }) => name)).toEqual(['fix', 'refs/tags/main'])
})

test('a moved ref is listed at its new commit, and the list is not cached', async () => {
  const { path, oids, write } = await createRefs()
  const { app, get } = await serve(path)
  await get('/api/components/p/c/refs/')
  await git.deleteRef({ fs, gitdir: path, ref: 'refs/heads/feature/x' })
  await git.deleteRef({ fs, gitdir: path, ref: 'refs/tags/main' })
  await git.writeRef({
    ...{ fs, gitdir: path, force: true },
    ...{ ref: 'refs/remotes/origin/fix', value: oids['new'] ?? '' },
  })
  await write('refs/tags/v2', 'new')
  const response = await app.request('/api/components/p/c/refs/')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const { results } = (await response.json()) as { results: Ref[] }
  expect(results.map(({ name, commit }) => [name, commit])).toEqual([
    ['fix', oids['new']],
    ['main', oids['new']],
    ['v2', oids['new']],
    ['v1', oids['old']],
  ])
})
