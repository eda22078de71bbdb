import { expect, test } from 'vitest'
import { serveJson, type TestServer } from '../support/catalog.ts'
import { createHistory, extendHistory, makeShallow, type Step } from '../support/history.ts'

const files = (cs: object, de: object, en: object = { hello: 'Hello', bye: 'Bye' }) => ({
  'l/en.json': JSON.stringify(en),
  'l/cs.json': JSON.stringify(cs),
  'l/de.json': JSON.stringify(de),
})
const czech = { hello: 'Dobrý den', bye: 'Sbohem' }

/** Quarters of a day are six hours. */
const steps: readonly Step[] = [
  { name: 'added', day: 0, files: files({}, {}) },
  { name: 'hello', day: 0.25, files: files({ hello: 'Dobrý den' }, {}) },
  { name: 'bye', day: 0.375, files: files(czech, {}) },
  { name: 'german', day: 0.5, files: files(czech, { hello: 'Hallo' }) },
]

async function recentIn({ get }: TestServer, query = ''): Promise<Record<string, number>> {
  const places = {
    en: 'translations/p/c/en',
    cs: 'translations/p/c/cs',
    de: 'translations/p/c/de',
    czech: 'languages/cs',
    project: 'projects/p',
    site: '',
  }
  const counts: Record<string, number> = {}
  for (const [name, path] of Object.entries(places)) {
    const address = `/api/${path}/statistics/`.replace('//', '/') + query
    counts[name] = (await get<{ recent_changes: number }>(address)).recent_changes
  }
  return counts
}

test('recent changes are changes of content in the six hours before the last change of a translation', async () => {
  const history = await createHistory(steps)
  const server = await serveJson(history.path)
  expect(await recentIn(server)).toEqual({ en: 2, cs: 2, de: 1, czech: 2, project: 5, site: 5 })
})

test('recent changes follow the branch: a changed source counts in its translations', async () => {
  const history = await createHistory(steps)
  const server = await serveJson(history.path)
  const english = { hello: 'Hi', bye: 'Bye' }
  await extendHistory(history, [
    { name: 'source', day: 2, files: files(czech, { hello: 'Hallo' }, english) },
    { name: 'aside', day: 3, files: { ...files(czech, { hello: 'Hallo' }, english), README: 'x' } },
  ])
  await server.catalog.refresh()
  expect(await recentIn(server)).toEqual({ en: 1, cs: 2, de: 2, czech: 2, project: 5, site: 5 })
})

test('recent changes at a ref are those recent at its commit', async () => {
  const history = await createHistory(steps)
  const server = await serveJson(history.path)
  const at = (name: string) => recentIn(server, `?ref=${history.oids[name]}`)
  expect(await at('german')).toEqual(await recentIn(server))
  expect(await at('bye')).toEqual({ en: 2, cs: 2, de: 2, czech: 2, project: 6, site: 6 })
  expect(await at('added')).toEqual({ en: 2, cs: 2, de: 2, czech: 2, project: 6, site: 6 })
})

test('translations that no known commit changed have no recent changes and no last change', async () => {
  const history = await createHistory(steps)
  makeShallow(history.path, [history.oids['bye'] ?? ''])
  const server = await serveJson(history.path)
  const { last_change } = await server.get('/api/translations/p/c/cs/statistics/')
  expect(last_change).toBe(null)
  expect(await recentIn(server)).toEqual({ en: 0, cs: 0, de: 3, czech: 0, project: 3, site: 3 })
})
