import { expect, onTestFinished, test } from 'vitest'
import { readTrend } from '../../../src/history/trend/trend.ts'
import { jsonComponent, serveProjects } from '../../support/catalog.ts'
import { createTemporaryFolder } from '../../support/git-repository.ts'
import { createHistory } from '../../support/history.ts'

test('a trend reuses the checks of the served commit', async () => {
  const english = '{"a": "Sail", "b": "Boat"}'
  const files = { 'z/en.json': english, 'z/cs.json': '{"a": "Plachta"}', 'a/en.json': english }
  const { path } = await createHistory([{ name: 'first', files }])
  const components = ['z', 'a'].map((slug) => jsonComponent(slug, slug, { repo: path }))
  const { catalog } = await serveProjects([{ slug: 'p', name: 'P', components }], undefined, {
    threads: 2,
    cacheDir: createTemporaryFolder(),
  })
  onTestFinished(catalog.close)
  await catalog.complete
  const derivedChecks = () => catalog.store.counts.get('checked-projects')?.derived
  const derivedBefore = derivedChecks()
  const trend = await readTrend(
    { components: catalog.current().projects[0]!.components },
    { historyOf: catalog.historyOf, times: [2_000_000_000] },
  )
  expect(trend.points.map(({ counts }) => counts)).toEqual([[6, 5, 0, 0]])
  expect([derivedBefore, derivedChecks()]).toEqual([1, 1])
})
