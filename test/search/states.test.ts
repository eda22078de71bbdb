import { expect, test } from 'vitest'
import type { SearchColumns } from '../../src/search/columns.ts'
import { createSearch } from '../../src/search/search.ts'

/** A unit of each state; counts merge the three that need editing. */
const STATES = [0, 10, 11, 12, 20, 30, 100]
const columns = {
  count: STATES.length,
  state: (row: number) => STATES[row],
  countsOfStates: () => new Map([0, 10, 20, 30, 100].map((state) => [state, state === 10 ? 3 : 1])),
} as unknown as SearchColumns

test.each([
  ['state:needs-editing', [10]],
  ['state:fuzzy', [10]],
  ['state:10', [10]],
  ['state:needs-rewriting', [11]],
  ['state:11', [11]],
  ['state:needs-checking', [12]],
  ['state:12', [12]],
  ['is:fuzzy', [10, 11, 12]],
  ['is:needs-editing', [10, 11, 12]],
  ['state:<translated', [0, 10, 11, 12]],
  ['state:<=11', [0, 10, 11]],
  ['state:>10', [11, 12, 20, 30, 100]],
  ['state:>empty', [10, 11, 12, 20, 30, 100]],
  ['is:untranslated', [0, 10, 11, 12]],
  ['is:translated', [20, 30, 100]],
])('%s finds the states %j', (query, states) => {
  const rows = createSearch(query, { now: 0 }).find(columns)
  expect(Array.from(rows ?? STATES.keys(), (row) => STATES[row])).toEqual(states)
})
