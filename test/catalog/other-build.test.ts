import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildName } from '../../src/build.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'

const PATHS = [
  '/api/components/p/c/',
  '/api/components/p/c/changes/',
  '/api/components/p/c/statistics/',
  '/api/translations/p/c/de/units/',
  '/api/units/?q=check:*',
  '/api/projects/p/credits/?start=2000-01-01&end=2100-01-01',
]

interface Served {
  readonly bodies: readonly string[]
  /** How many values of each kind were derived. */
  readonly derived: Readonly<Record<string, number>>
}

async function serve(repo: string, dataDir: string): Promise<Served> {
  const components = [jsonComponent('c', 'l', { repo, branch: 'main', state_from: 'follow' })]
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components }
  const { app, catalog } = await serveProjects([project], { data_dir: dataDir })
  await catalog.complete
  const bodies: string[] = []
  for (const path of PATHS) {
    const response = await app.request(path)
    bodies.push(`${response.status} ${await response.text()}`)
  }
  const derived = [...catalog.store.counts].map(([kind, { derived }]) => [kind, derived])
  await catalog.close()
  return { bodies, derived: Object.fromEntries(derived) }
}

test('data stored by another build is ignored: everything is derived as from an empty folder', async () => {
  const { path } = await createRepository([
    { 'l/en.json': '{"a": "One", "b": "Two"}', 'l/de.json': '{"a": "Eins"}' },
    { 'l/en.json': '{"a": "One!", "b": "Two"}', 'l/de.json': '{"a": "Eins", "b": "Zwei"}' },
    { 'l/en.json': '{"a": "One!", "b": "Two."}', 'l/de.json': '{"a": "Eins!", "b": "Zwei"}' },
  ])
  const dataDir = createTemporaryFolder()
  const fresh = await serve(path, dataDir)
  expect(Object.keys(fresh.derived).length).toBeGreaterThan(5)
  const again = await serve(path, dataDir)
  expect(again.bodies).toEqual(fresh.bodies)
  // So much that is derived once is found.
  expect(again.derived['files'] ?? 0).toBe(0)
  renameSync(join(dataDir, 'store', buildName()), join(dataDir, 'store', '0.0.1-another'))
  const updated = await serve(path, dataDir)
  expect(updated).toEqual(fresh)
  expect(readdirSync(join(dataDir, 'store')).sort()).toEqual(['0.0.1-another', buildName()])
})
