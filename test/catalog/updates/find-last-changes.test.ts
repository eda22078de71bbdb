import { expect, onTestFinished, test } from 'vitest'
import { createLastChanges } from '../../../src/catalog/updates/find-last-changes.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { openRepository } from '../../../src/git/open.ts'
import { openStore } from '../../../src/store/store.ts'
import { jsonComponent, serveProjects } from '../../support/catalog.ts'
import { createRepository } from '../../support/git-repository.ts'

const CODES = ['en', 'cs'] as const
const FOLDERS = ['a', 'b', 'c'] as const
/** What changed each file last at the last commit. */
const AT_LAST = [
  'a/en.json 0',
  'a/cs.json 4',
  'b/en.json 2',
  'b/cs.json 3',
  'c/en.json 0',
  'c/cs.json 0',
]

/** Six commits; after the first, which adds all, each changes one file. */
async function openComponents() {
  const files: Record<string, string> = {}
  for (const folder of FOLDERS) {
    for (const code of CODES) files[`${folder}/${code}.json`] = '{"a": "Sail"}'
  }
  const trees = [{ ...files }]
  for (const [index, path] of ['a/cs', 'b/en', 'b/cs', 'a/cs', 'other'].entries()) {
    files[`${path}.json`] = `{"a": "Sail ${index}"}`
    trees.push({ ...files })
  }
  const { path, commits } = await createRepository(trees)
  const project = { slug: 'p', name: 'P', web: 'https://p.example' }
  const components = FOLDERS.map((folder) => jsonComponent(folder, folder, { repo: path }))
  const { catalog } = await serveProjects([{ ...project, components }])
  onTestFinished(catalog.close)
  const repository = openRepository({ path })
  onTestFinished(() => repository.close())
  const visited: number[] = []
  const watched = {
    ...repository,
    isShallow(oid: string) {
      visited.push(commits.indexOf(oid))
      return repository.isShallow(oid)
    },
  }
  const [served] = catalog.current().projects
  const placesAt = (at: (index: number) => number) =>
    served!.components.map((component, index) => ({
      repository: watched,
      commit: repository.readCommit(commits[at(index)]!),
      config: component.config,
      content: component,
    }))
  const store = openStore({ path: undefined })
  const engine = createEngine({ threads: 0, store, maxThreadBytes: 1 << 27 })
  const findLastChanges = createLastChanges(engine, store, 1 << 20)
  /** `a/cs.json 4`: the place of the commit that changed it last. */
  const find = async (at: (index: number) => number, isServed = false) => {
    const found = await findLastChanges(placesAt(at), { isServed })
    const names = [...found.values()].flatMap((changes) => [...changes])
    return names.map(([name, { commit }]) => `${name} ${commits.indexOf(commit)}`)
  }
  return { find, visited }
}

test('one walk finds what last changed the files of all components at a commit', async () => {
  const { find, visited } = await openComponents()
  expect(await find(() => 5)).toEqual(AT_LAST)
  expect(visited).toEqual([5, 4, 3, 2, 1, 0])
})

test('components at other commits have walks of their own', async () => {
  const { find, visited } = await openComponents()
  expect(await find((index) => (index === 1 ? 2 : 3))).toEqual([
    'a/en.json 0',
    'a/cs.json 1',
    'c/en.json 0',
    'c/cs.json 0',
    'b/en.json 2',
    'b/cs.json 2',
  ])
  expect(visited).toEqual([3, 2, 1, 0, 2])
})

test('from a later commit the walk ends at the one that was served, also after a restart', async () => {
  const { find, visited } = await openComponents()
  await find(() => 2, true)
  visited.length = 0
  const found = await find(() => 5)
  expect(visited).toEqual([5, 4, 3])
  visited.length = 0
  expect(await find(() => 5, true)).toEqual(found)
  expect(found).toEqual(AT_LAST)
  visited.length = 0
  expect(await find(() => 5)).toEqual(found)
  expect(visited).toEqual([])
})

test('an earlier commit has a walk of its own', async () => {
  const { find, visited } = await openComponents()
  await find(() => 5, true)
  visited.length = 0
  expect(await find(() => 1)).toEqual([
    'a/en.json 0',
    'a/cs.json 1',
    'b/en.json 0',
    'b/cs.json 0',
    'c/en.json 0',
    'c/cs.json 0',
  ])
  expect(visited).toEqual([1, 0])
})
