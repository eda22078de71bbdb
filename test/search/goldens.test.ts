import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProjects } from '../conformance/goldens.ts'
import { compareRow, readSearches } from '../conformance/search.ts'
import { type Server, serve } from '../conformance/server.ts'

let server: Server
beforeAll(async () => {
  const project = readProjects('fixtures/goldens').find((one) => one.project[0] === 'tidewatch')
  if (project === undefined) throw new Error('expected the golden project tidewatch')
  server = await serve(project, resolve('fixtures/demo.git'), '5.14')
})
afterAll(() => server.close())

test('every recorded search finds the units that Weblate found', async () => {
  const searches = readSearches('fixtures/goldens/requests')
  const different: string[] = []
  for (const row of searches) {
    if ((await compareRow(server, 'tidewatch', row)).length > 0) different.push(row.q)
  }
  expect([searches.length, different]).toEqual([161, []])
})
