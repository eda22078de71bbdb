import { expect, test } from 'vitest'
import { serveJson } from '../../support/catalog.ts'
import { createHistory, extendHistory } from '../../support/history.ts'

const english = '{"a": "Sail"}'

test('after files move back, earlier steps are the same as on a new server', async () => {
  const first = await createHistory([
    { name: 'added', files: { 'l/en.json': english, 'l/cs.json': '{}' } },
    { name: 'away', files: { 'x/en.json': english, 'x/cs.json': '{"a": "Plachta"}' } },
  ])
  const server = await serveJson(first.path)
  const changesOf = ({ get }: typeof server) =>
    get<{ count: number; results: { action: number; target: string }[] }>('/api/changes/')
  const actionsOf = async (from: typeof server) =>
    (await changesOf(from)).results.map(({ action, target }) => `${action} ${target}`)
  // Without its template the component reads no files.
  expect((await actionsOf(server)).slice(0, 2)).toEqual(['101 ', '0 '])
  await extendHistory(first, [
    { name: 'back', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachta"}' } },
  ])
  await server.catalog.refresh()
  await server.catalog.complete
  const changes = await changesOf(server)
  expect(changes).toEqual(await changesOf(await serveJson(first.path)))
  expect(changes.results.slice(0, 3).map(({ action, target }) => `${action} ${target}`)).toEqual([
    '0 ',
    '59 Plachta',
    '101 ',
  ])
})
