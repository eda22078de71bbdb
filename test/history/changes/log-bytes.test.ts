import { expect, onTestFinished, test } from 'vitest'
import { createCache } from '../../../src/cache.ts'
import { ComponentLog, type LogStores } from '../../../src/history/changes/component-log.ts'
import { serveProjects } from '../../support/catalog.ts'
import { createHistory } from '../../support/history.ts'

/** Opens the log of a repository's JSON files. */
async function openLog(path: string, entries: LogStores['entries']) {
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
  return new ComponentLog({ place, timeline, reader, store, entries })
}

test('the entry of a commit can be read alone, and the others later', async () => {
  const { path } = await createHistory([
    { name: '1', files: { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "b"}' } },
    { name: '2', files: { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "c"}' } },
  ])
  const log = await openLog(path, createCache({ maxBytes: 1 << 20 }))
  const codesOf = (only?: string) => log.changes(1, only).map(({ language }) => language?.code)
  expect([codesOf(''), codesOf()]).toEqual([[undefined], [undefined, 'de', 'de']])
})

test('the memory use of log entries includes their texts', async () => {
  const long = 'x'.repeat(10_000)
  const { path } = await createHistory([
    { name: '1', files: { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "b"}' } },
    { name: '2', files: { 'l/en.json': '{"a": "A"}', 'l/de.json': `{"a": "${long}"}` } },
  ])
  const weights: number[] = []
  const entries = {
    get: () => undefined,
    bytes: () => 0,
    set: (_key: string, _value: unknown, bytes: number) => void weights.push(bytes),
  }
  const log = await openLog(path, entries)
  const [, second] = [0, 1].map((step) => log.changes(step))
  // One entry each for the commit, the file and the string.
  expect([second?.length, weights[1]]).toEqual([3, 3 * 500 + long.length + 'b'.length + 'A'.length])
})
