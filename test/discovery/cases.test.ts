import { expect, test } from 'vitest'
import { compareDiscovery, discoverCase, readDiscoveryCases } from './discovery-cases.ts'
import { exceptions } from './exceptions.ts'

const cases = readDiscoveryCases(new URL('../../fixtures/discovery-cases.json', import.meta.url))

test.each(cases.filter(({ id }) => !(id in exceptions)))(
  '$id $about: same as the reference',
  (row) => {
    const { expected, actual } = compareDiscovery(row)
    expect(actual).toEqual(expected)
  },
)

test.each(Object.entries(exceptions))(
  '%s differs by a better rule: $rule, $reason',
  (id, { found }) => {
    const row = cases.find((row) => row.id === id)
    if (row === undefined) throw new Error(`${id}: expected a case`)
    const { expected, actual } = compareDiscovery(row)
    expect(actual).toEqual(found)
    expect(actual).not.toEqual(expected)
  },
)

test('all cases are present', () => {
  expect(cases.length).toBe(111)
})

test('results do not depend on the order of the paths', () => {
  for (const row of cases) {
    expect(discoverCase({ ...row, files: row.files.toReversed() })).toEqual(discoverCase(row))
  }
})
