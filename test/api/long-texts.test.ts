import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appProject, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

/** The same, once with a thread and once without. */
let threaded: TestServer
let plain: TestServer
let unit = ''

beforeAll(async () => {
  const text = (word: string) => `{"a": "A",\n"b": "${word.repeat(900_000 / word.length)}"}`
  const { path } = await createRepository([
    { 'l/en.json': text('Sail. '), 'l/de.json': text('Segel') },
  ])
  threaded = await serveProjects([appProject(path, 'l')], {}, { threads: 1 })
  plain = await serveProjects([appProject(path, 'l')])
  const { results } = await plain.get<{ results: { id: number }[] }>(
    '/api/translations/app/web/de/units/?format=json',
  )
  unit = `/api/units/${results[1]?.id}`
})
afterAll(async () => {
  await Promise.all([threaded, plain].map(({ catalog }) => catalog.close()))
})

test.each([
  ['place', 'places'],
  ['checks', 'explain'],
])('a thread finds %s/ of a long text', async (what, name) => {
  const path = `${unit}/${what}/?format=json`
  const call = vi.spyOn(threaded.catalog.engine, 'ask')
  const body = await threaded.get(path)
  // The history is read meanwhile.
  const works = call.mock.calls.map(([work]) => work.name)
  expect(works.filter((work) => work === name)).toEqual([name])
  call.mockRestore()
  expect(body).toEqual(await plain.get(path))
})
