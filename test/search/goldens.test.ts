import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import { readProjects } from '../conformance/goldens.ts'
import { compareRow, readSearches, withDifferences } from '../conformance/search.ts'
import { serve } from '../conformance/server.ts'

const recorded = readSearches('fixtures/goldens/requests')
const DIFFERENCES = 'fixtures/weblate-2026/search-differences.json'

/**
 * Searches that find strings of the glossary or failing markup of Android, which their formats do not read as 2026.10 yet,
 * and one for ids of a database.
 */
const OF_FORMATS: ReadonlySet<string> = new Set([
  ...['NOT tide', 'NOT (tide OR wind)', 'Příliv', 'příliv', 'NOT target:=""', 'explanation:x'],
  ...['explanation:tide', 'state:translated', 'state:>=translated', 'state:>empty', 'state:20'],
  ...['state:>fuzzy AND state:<readonly', 'is:translated', 'has:check', 'NOT has:check'],
  ...['has:translation'],
  ...['state:translated AND NOT has:check', 'has:explanation', 'language:cs', 'language:CS'],
  ...['language:cs OR language:de', 'path:tidewatch/-/cs', 'path:-/-/cs', 'priority:100'],
  ...['id:1,2,3', 'pending:false', 'labels_count:0', 'context:""', 'note:""'],
])

test.each<[WeblateVersion, ReturnType<typeof readSearches>]>([
  ['5.14', recorded],
  ['2026.10', withDifferences(recorded, DIFFERENCES).filter(({ q }) => !OF_FORMATS.has(q))],
])('every recorded search finds the units that Weblate %s found', async (version, searches) => {
  const project = readProjects('fixtures/goldens').find((one) => one.project[0] === 'tidewatch')
  if (project === undefined) throw new Error('expected the golden project tidewatch')
  const server = await serve(project, resolve('fixtures/demo.git'), version)
  try {
    const different: unknown[] = []
    for (const row of searches) {
      const found = await compareRow(server, 'tidewatch', row)
      if (found.length > 0) different.push([row.q, found])
    }
    expect(different).toEqual([])
  } finally {
    await server.close()
  }
})
