import { expect, onTestFinished, test } from 'vitest'
import type { Catalog } from '../../../src/catalog/catalog.ts'
import { jsonComponent, serveProjects } from '../../support/catalog.ts'
import { addCommit, createRepository } from '../../support/git-repository.ts'

const texts = (czech: object) => ({
  'l/en.json': '{"a": "Sail", "b": "Boat"}',
  'l/cs.json': JSON.stringify(czech),
})

/** `component: translated units` of Czech, and the commits' places in their lists. */
function served(catalog: Catalog, commits: readonly (readonly string[])[]): string[] {
  const components = catalog.current().projects.flatMap((project) => project.components)
  return components.map(({ config, commit, translations }, index) => {
    const czech = translations.find(({ language }) => language.code === 'cs')
    const at = commits[index]?.indexOf(commit?.oid ?? '')
    return `${config.slug}: ${czech?.statistics.translated.units} at ${at}`
  })
}

/** One project with a component in each of two repositories. */
async function serveTwo() {
  const repositories = await Promise.all([
    createRepository([texts({ a: 'Plachta' })]),
    createRepository([texts({})]),
  ])
  const [unchanged, changed] = repositories
  const { catalog } = await serveProjects([
    {
      slug: 'p',
      name: 'P',
      web: 'https://p.example',
      components: [
        jsonComponent('one', 'l', { repo: unchanged.path, branch: 'main' }),
        jsonComponent('other', 'l', { repo: changed.path, branch: 'main' }),
      ],
    },
  ])
  onTestFinished(catalog.close)
  return { catalog, repositories }
}

test('two sources of one project publish both', async () => {
  const { catalog, repositories } = await serveTwo()
  expect(
    served(
      catalog,
      repositories.map(({ commits }) => commits),
    ),
  ).toEqual(['one: 1 at 0', 'other: 0 at 0'])
})

test('a refresh serves changed components with their history, and keeps the rest', async () => {
  const { catalog, repositories } = await serveTwo()
  await catalog.complete
  const before = catalog.current()
  await catalog.refresh()
  expect(catalog.current()).toBe(before)
  const [unchanged, changed] = repositories
  const added = await addCommit(changed.path, texts({ a: 'Plachta', b: 'Loď' }), 1)
  await catalog.refresh()
  expect(served(catalog, [unchanged.commits, [...changed.commits, added]])).toEqual([
    'one: 1 at 0',
    'other: 2 at 1',
  ])
  const [unmoved, moved] = catalog.current().projects[0]?.components ?? []
  expect([unmoved, moved].map((component) => component?.completeness)).toEqual([
    { complete: true },
    { complete: true },
  ])
  const stepsOf = (component: typeof unmoved) =>
    component && catalog.historyOf(component)?.timeline.steps.length
  expect([stepsOf(unmoved), stepsOf(moved)]).toEqual([1, 2])
  expect(unmoved?.translations[0]?.units).toBe(
    before.projects[0]?.components[0]?.translations[0]?.units,
  )
})
