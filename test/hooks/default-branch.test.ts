import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { addCommit, createRepository } from '../support/git-repository.ts'

/** Serves a project, and returns how to deliver a push to a branch of its repository. */
async function follow(repo: string, project: object) {
  const { catalog, app, get } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://p.example', ...project }],
    { hook_secret: 'secret' },
  )
  onTestFinished(catalog.close)
  await catalog.complete
  const deliver = async (branch: string, more: object = {}) => {
    const response = await app.request('/hooks/gitea', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signed(body(branch, more)) },
      body: body(branch, more),
    })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  const body = (branch: string, more: object) =>
    JSON.stringify({
      ref: `refs/heads/${branch}`,
      after: 'f'.repeat(40),
      repository: { clone_url: repo, full_name: 'x/y', ...more },
    })
  const signed = (text: string) => ({
    'X-Gitea-Signature': createHmac('sha256', 'secret').update(text).digest('hex'),
  })
  const languages = async () => (await get<{ count?: number }>('/api/translations/')).count
  return { catalog, deliver, languages }
}

const FILES = { 'l/en.json': '{"a": "Sail"}', 'l/de.json': '{"a": "Segel"}' }
const NOTHING = [202, 'No matching repositories found!']

test.each([
  ['p/web', (repo: string) => ({ components: [jsonComponent('web', 'l', { repo })] })],
  ['p', (repo: string) => ({ repo })],
])('the first push to an empty repository is served: %s', async (place, projectOf) => {
  const { path } = await createRepository([])
  const { catalog, deliver, languages } = await follow(path, projectOf(path))
  expect(await languages()).toBeUndefined()
  await addCommit(path, FILES, 0)
  const changed = catalog.changed(AbortSignal.timeout(2000))
  expect(await deliver('main')).toEqual([200, `Update triggered: ${place}`])
  await changed
  await expect.poll(languages).toBe(2)
})

test('a push to a new default branch triggers an update, a push to another branch does not', async () => {
  const { path } = await createRepository([FILES])
  const { catalog, deliver, languages } = await follow(path, {
    components: [jsonComponent('web', 'l', { repo: path })],
  })
  await addCommit(path, { ...FILES, 'l/fr.json': '{"a": "Voile"}' }, 1, 'trunk')
  writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/trunk\n')
  expect(await deliver('fix', { default_branch: 'trunk' })).toEqual(NOTHING)
  const changed = catalog.changed(AbortSignal.timeout(2000))
  expect(await deliver('trunk', { default_branch: 'trunk' })).toEqual([
    200,
    'Update triggered: p/web',
  ])
  await changed
  await expect.poll(languages).toBe(3)
})

test('a push that names no default branch updates components without a configured branch', async () => {
  const { path } = await createRepository([FILES])
  const [served, other] = [jsonComponent('web', 'l', { repo: path }), 'release']
  const { deliver } = await follow(path, {
    components: [served, jsonComponent('old', 'l', { repo: path, branch: other })],
  })
  expect(await deliver('trunk')).toEqual([200, 'Update triggered: p/web'])
})
