import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import { readProjects } from '../conformance/goldens.ts'
import { compareRow, readSearches, withDifferences } from '../conformance/search.ts'
import { serve } from '../conformance/server.ts'

const recorded = readSearches('fixtures/goldens/requests')
const DIFFERENCES = 'fixtures/weblate-2026/search-differences.json'

/** Recorded ids come from that server's database; ours are hashes. */
const OF_ITS_DATABASE = 'id:1,2,3'

test.each<[WeblateVersion, ReturnType<typeof readSearches>]>([
  ['5.14', recorded],
  ['2026.10', withDifferences(recorded, DIFFERENCES).filter(({ q }) => q !== OF_ITS_DATABASE)],
])('every recorded search finds the units that Weblate %s found', async (version, searches) => {
  const project = readProjects('fixtures/goldens').find(
    (golden) => golden.project[0] === 'tidewatch',
  )
  if (project === undefined) throw new Error('expected the golden project tidewatch')
  const server = await serve(project, resolve('fixtures/demo.git'), version)
  try {
    const different: unknown[] = []
    for (const row of searches) {
      const differences = await compareRow(server, 'tidewatch', row)
      if (differences.length > 0) different.push([row.q, differences])
    }
    expect(different).toEqual([])
  } finally {
    await server.close()
  }
})
