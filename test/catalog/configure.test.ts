import { expect, onTestFinished, test } from 'vitest'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { readConfig } from '../../src/config/read.ts'
import { componentsOf } from '../../src/view/view.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'

const trees = [
  { 'a/en.json': '{"k": "Sail"}', 'a/de.json': '{"k": ""}', 'b/en.json': '{"k": "Boat"}' },
]

function project(
  slug: string,
  components: readonly object[] | undefined,
  more: object = {},
): object {
  return { slug, name: slug, web: 'https://p.example', ...(components && { components }), ...more }
}

function configOf(projects: readonly object[], site: object = {}) {
  const text = JSON.stringify({ data_dir: createTemporaryFolder(), ...site, projects })
  return readConfig({ text, file: '/gitglot.yml', environment: {}, readSecretFile: () => '' })
}

async function start(projects: readonly object[]): Promise<Catalog> {
  const { catalog } = await serveProjects(projects)
  onTestFinished(catalog.close)
  await catalog.complete
  return catalog
}

/** Names of the components with the numbers of their units, by language. */
function shown(catalog: Catalog): string[] {
  return componentsOf(catalog.current()).map(({ project, config, translations }) => {
    const counts = translations.map(
      (translation) => `${translation.languageCode} ${translation.statistics.total.units}`,
    )
    return `${project.config.slug}/${config.slug}: ${counts.join(', ')}`
  })
}

test('components and projects are added and removed, and unchanged ones are not read again', async () => {
  const { path: repo } = await createRepository(trees)
  const other = await createRepository([{ 'c/en.json': '{"k": "Mast"}' }])
  const [a, b] = [jsonComponent('a', 'a', { repo }), jsonComponent('b', 'b', { repo })]
  const catalog = await start([project('p', [a]), project('gone', [b])])
  const [before] = componentsOf(catalog.current())
  const c = jsonComponent('c', 'c', { repo: other.path })
  const read = catalog.configure(configOf([project('p', [b, a]), project('new', [c])]))
  expect(shown(catalog)).toEqual(['p/a: en 1, de 1'])
  await read
  expect(shown(catalog)).toEqual(['p/b: en 1', 'p/a: en 1, de 1', 'new/c: en 1'])
  const after = componentsOf(catalog.current()).find(({ config }) => config.slug === 'a')
  expect(after?.config).toBe(before?.config)
  expect(after?.completeness).toEqual(before?.completeness)
  await catalog.configure(configOf([]))
  expect(shown(catalog)).toEqual([])
})

test('a changed component is shown as before until it has been read again', async () => {
  const { path: repo } = await createRepository(trees)
  const catalog = await start([project('p', [jsonComponent('a', 'a', { repo })])])
  const read = catalog.configure(configOf([project('p', [jsonComponent('a', 'b', { repo })])]))
  expect(shown(catalog)).toEqual(['p/a: en 1, de 1'])
  await read
  expect(shown(catalog)).toEqual(['p/a: en 1'])
})

test('another branch of a repository that is served is fetched', async () => {
  const { path: repo } = await createRepository(trees)
  await addCommit(repo, { 'a/en.json': '{"k": "Sail", "l": "Keel"}' }, 1, 'next')
  const url = `file://${repo}`
  const of = (branch: string) =>
    configOf([project('p', [jsonComponent('a', 'a', { repo: url, branch })])])
  const catalog = await start([
    project('p', [jsonComponent('a', 'a', { repo: url, branch: 'main' })]),
  ])
  await catalog.configure(of('next'))
  expect(shown(catalog)).toEqual(['p/a: en 2'])
})

test('discovered components stay while discovery runs again', async () => {
  const { path: repo } = await createRepository(trees)
  const catalog = await start([project('p', undefined, { repo })])
  const components = shown(catalog)
  expect(components.length).toBeGreaterThan(0)
  const read = catalog.configure(
    configOf([project('p', undefined, { repo, check_flags: 'safe-html' })]),
  )
  expect(shown(catalog)).toEqual(components)
  await read
  expect(shown(catalog)).toEqual(components)
  const flags = componentsOf(catalog.current()).map(({ project }) => project.config.checkFlags)
  expect(new Set(flags)).toEqual(new Set(['safe-html']))
})

test('access rules take effect at once', async () => {
  const { path: repo } = await createRepository(trees)
  const components = [jsonComponent('a', 'a', { repo })]
  const catalog = await start([project('p', components)])
  const read = catalog.configure(
    configOf([project('p', components, { access_control: 'private' })]),
  )
  const [served] = catalog.current().projects
  expect(served?.config.accessControl).toBe('private')
  await read
})

test('a view at a ref follows other settings', async () => {
  const { path: repo } = await createRepository(trees)
  const at = async (catalog: Catalog) =>
    componentsOf(await catalog.viewAt('main')).map(({ config, translations }) => {
      const counts = translations.map(
        (translation) => `${translation.languageCode} ${translation.statistics.total.units}`,
      )
      return `${config.name}: ${counts.join(', ')}`
    })
  const catalog = await start([project('p', [jsonComponent('a', 'a', { repo })])])
  expect(await at(catalog)).toEqual(['A: en 1, de 1'])
  const next = jsonComponent('a', 'b', { repo, name: 'Other' })
  await catalog.configure(configOf([project('p', [next])]))
  expect(await at(catalog)).toEqual(['Other: en 1'])
})
