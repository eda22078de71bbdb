import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

/** How a server answers a client's first request: before it has read the component if not `isAwaited`. */
async function askFor(
  fields: object,
  { environment = process.env, isAwaited = true }: Parameters<typeof serveProjects>[2] = {},
  service = 'git-upload-pack',
) {
  const component = jsonComponent('c', 'l', { branch: 'main', git_export: true, ...fields })
  const projects = [{ slug: 'p', name: 'P', components: [component] }]
  const { app, catalog } = await serveProjects(projects, {}, { environment, isAwaited })
  onTestFinished(catalog.close)
  const response = await app.request(`/git/p/c/info/refs?service=${service}`)
  return [response.status, response.headers.get('Retry-After'), await response.text()]
}

const UNREACHABLE = 'http://127.0.0.1:1/p.git'

test('Git is told why a component cannot be cloned', async () => {
  const { path } = await createHistory([{ name: 'one', files: { 'l/en.json': '{"a":"A"}' } }])
  expect({
    'not read yet': await askFor({ repo: UNREACHABLE }, { isAwaited: false }),
    unreadable: await askFor({ repo: UNREACHABLE }),
    'without a repository': await askFor({ repo: 'local:', vcs: 'local', branch: undefined }),
    'without git': await askFor({ repo: path }, { environment: { PATH: '' } }),
  }).toEqual({
    'not read yet': [503, '5', 'Not ready yet: still reading p/c.\n'],
    unreadable: [503, null, expect.stringMatching(/^p\/c: http:\/\/127\.0\.0\.1:1\/p\.git: ./)],
    'without a repository': [404, null, 'p/c has no repository.\n'],
    'without git': [503, null, 'p/c cannot be cloned from here: the server has no git on PATH.\n'],
  })
})

test('a push is refused as such, even if the component cannot be cloned', async () => {
  const pushed = await askFor({ repo: UNREACHABLE }, {}, 'git-receive-pack')
  expect(pushed).toEqual([403, null, 'This repository is read-only.\n'])
})
