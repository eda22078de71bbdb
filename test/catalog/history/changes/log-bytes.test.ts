import { expect, onTestFinished, test } from 'vitest'
import { createComponentLog } from '../../../../src/catalog/history/changes/component-log.ts'
import { serveProjects } from '../../../support/catalog.ts'
import { createHistory } from '../../../support/history.ts'

test('entries of the log count in memory with their texts', async () => {
  const long = 'x'.repeat(10_000)
  const { path } = await createHistory([
    { name: '1', files: { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "b"}' } },
    { name: '2', files: { 'l/en.json': '{"a": "A"}', 'l/de.json': `{"a": "${long}"}` } },
  ])
  const component = {
    ...{ slug: 'c', name: 'C', repo: path, branch: 'main', file_format: 'json' },
    ...{ filemask: 'l/*.json', template: 'l/en.json' },
  }
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
  const { catalog } = await serveProjects([project])
  onTestFinished(catalog.close)
  await catalog.complete
  const served = catalog.current().projects[0]!.components[0]!
  const { place, timeline, reader, store } = catalog.historyOf(served)!
  const weights: number[] = []
  const entries = {
    get: () => undefined,
    bytes: () => 0,
    set: (_key: string, _value: unknown, bytes: number) => void weights.push(bytes),
  }
  const log = createComponentLog({
    ...{ place, timeline, reader, store, entries },
  })
  const [, second] = [0, 1].map((step) => log.changes(step))
  // One entry is of the commit, one of the file and one of the string.
  expect([second?.length, weights[1]]).toEqual([3, 3 * 500 + long.length + 'b'.length + 'A'.length])
})
