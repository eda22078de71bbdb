import { describe, expect, test } from 'vitest'
import { QueryError } from '../../src/errors.ts'
import { createSearch } from '../../src/search/search.ts'
import { columnsOf, find, NOW, type TestTranslation } from './units.ts'

/** Those of the sources of a translation that match a query. */
function findSources(query: string, sources: readonly string[]): string[] {
  const units = sources.map((source) => ({ name: source, source }))
  return find(query, [{ path: 'p/c/l', units }])
}

describe('text', () => {
  test.each([
    ['source:příliv', ['Příliv', 'PŘÍLIV', 'priliv'], ['Příliv', 'PŘÍLIV']],
    ['source:ς', ['Σ', 'σ', 's'], ['Σ', 'σ']],
    ['source:SS', ['ß', 'ss'], ['ss']],
    ['source:i', ['I', 'İ', 'ı'], ['I']],
    ['source:50%', ['50%', '505'], ['50%']],
    ['source:"a_*?\\\\b"', ['a_*?\\\\b', 'axxxb'], ['a_*?\\\\b']],
    ['source:.', ['a.b', 'ab'], ['a.b']],
    ['source:<5', ['x <5', '4'], ['x <5']],
    ['source:">=5"', ['x >=5', '6'], ['x >=5']],
    ['source:=one', ['one', 'One', 'one\u001e\u001emany'], ['one']],
    ['source:many', ['one\u001e\u001emany'], ['one\u001e\u001emany']],
    ['source:""', ['', 'a'], ['', 'a']],
    ['source:=""', ['', 'a'], ['']],
    ['r"."', ['.', 'a'], []],
    ['source:r""', ['a'], ['a']],
    ['NOT location:x', ['a'], ['a']],
    ['location:=""', ['a'], ['a']],
    ['NOT suggestion:x', ['a'], ['a']],
    ['suggestion:""', ['a'], []],
  ])('%s', (query, sources, expected) => {
    expect(findSources(query, sources)).toEqual(expected)
  })
})

describe('fields of translations and lists', () => {
  const translations: TestTranslation[] = [
    { path: 'p/app/cs', componentName: 'Web Site', units: [{ name: 'a', checks: ['same'] }] },
    { path: 'p/web/pt_BR', units: [{ name: 'b', authors: ['Nijel'], context: 'b' }] },
  ]
  test.each([
    ['language:CS', ['a']],
    ['language:=CS', []],
    ['language:=cs', ['a']],
    ['language:c', []],
    ['language:r"^pt"', ['b']],
    ['language:>d', ['b']],
    ['project:P', ['a', 'b']],
    ['component:WEB', ['a', 'b']],
    ['component:="web site"', ['a']],
    ['component:=WEB', ['b']],
    ['component:r"^web$"', ['b']],
    ['path:p', ['a', 'b']],
    ['path:p/app', ['a']],
    ['path:p/-', []],
    ['path:-/-/pt_BR', ['b']],
    ['path:p/app/cs/x', []],
    ['check:SAME', ['a']],
    ['check:=SAME', []],
    ['has:=check', ['a']],
    ['changed_by:nijel', ['b']],
    ['key:>a', ['b']],
    ['labels_count:>0', []],
    ['labels_count:[0 to 1]', ['a', 'b']],
    ['pending:YES', []],
    ['state:99', []],
    ['position:+1', ['a', 'b']],
    ['added:2026', []],
  ])('%s', (query, expected) => {
    expect(find(query, translations)).toEqual(expected)
  })
})

describe('times', () => {
  const times = ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00Z', '2026-11-21T03:20:00Z']
  const units = [...times, '2026-11-22T00:00:00Z'].map((time) => ({
    name: time.slice(8, 13),
    time,
  }))
  test.each([
    ['added:2026-11-21', ['21T00', '21T03']],
    ['added:=2026-11-21', ['21T00', '21T03']],
    ['added:>2026-11-21', ['21T00', '21T03', '22T00']],
    ['added:>=2026-11-21', ['21T00', '21T03', '22T00']],
    ['added:<2026-11-21', ['20T23', '21T00', '21T03']],
    ['added:<=2026-11-21', ['20T23', '21T00', '21T03']],
    ['added:2026-11-21T03:20:00Z', ['21T03']],
    ['added:>2026-11-21T03:20:00Z', ['22T00']],
    ['added:>=2026-11-21T03:20:00Z', ['21T03', '22T00']],
    ['added:<2026-11-21T03:20:00Z', ['20T23', '21T00']],
    ['added:[2026-11-20 to 2026-11-21]', ['20T23', '21T00', '21T03']],
    ['added:[2026-11-21T00:00:00 to 2026-11-21T03:20:00]', ['21T00', '21T03']],
    ['added:[2026-11-22 to 2026-11-20]', []],
    ['change_time:today', ['21T00', '21T03']],
    ['source_changed:tomorrow', ['22T00']],
  ])('%s', (query, expected) => {
    expect(find(query, [{ path: 'p/c/l', units }])).toEqual(expected)
  })
})

test('only the rows of an exact look-up are read', () => {
  const visits: number[] = []
  const columns = {
    ...columnsOf({
      path: 'p/c/l',
      units: ['a', 'b', 'c'].map((name) => ({ name, context: name })),
    }),
    position: (row: number) => {
      visits.push(row)
      return 0
    },
  }
  const search = createSearch('position:0 AND (key:=c OR context:=b)', { now: NOW })
  expect([[...(search.find(columns) ?? [])], visits]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test.each([
  ['state:translated', 1],
  ['NOT is:translated', 2],
  ['state:<=translated', 3],
  ['is:approved', 0],
])('%s is counted without reading units', (query, count) => {
  const units = [0, 10, 20].map((state) => ({ name: `${state}`, state }))
  const columns = { ...columnsOf({ path: 'p/c/l', units }), state: fail }
  expect(createSearch(query, { now: NOW }).findOrCount(columns)).toBe(count)
})

test('a column that translations share is searched once', () => {
  let reads = 0
  const texts = ['Tide', 'wind', 'tide']
  const sources = {
    text: (row: number) => {
      reads++
      return texts[row] ?? ''
    },
    shared: () => texts,
  }
  const units = texts.map((name) => ({ name }))
  const search = createSearch('source:tide', { now: NOW })
  const matches = ['cs', 'de', 'fr'].map((language) =>
    search.find({ ...columnsOf({ path: `p/c/${language}`, units }), sources }),
  )
  const rows = matches.map((each) => [...(each ?? [])])
  expect([rows, reads]).toEqual([
    [
      [0, 2],
      [0, 2],
      [0, 2],
    ],
    3,
  ])
})

/** Backtracking would take years for each of these. */
test.each([
  ['source:r"(a+)+$"', 0],
  ['source:r"(a|a)*$"', 1],
  ['source:r"(.*)*x"', 0],
  ['source:r"(\\w+\\s?)*$"', 1],
  ['source:r"a*a*a*a*a*a*a*a*b"', 0],
  ['NOT source:r"(a+)+0$" source:r"(a+)+1$" OR source:r"(a+)+2$"', 0],
])('%s is matched without backtracking', (query, count) => {
  const units = [{ name: 'a', source: `${'a'.repeat(5000)}!` }]
  const rows = createSearch(query, { now: NOW }).find(columnsOf({ path: 'p/c/l', units }))
  expect(rows?.length).toBe(count)
})

test('an expression with a word boundary is refused on a very long text', () => {
  const units = [{ name: 'a', source: 'a'.repeat(40_000) }]
  const search = createSearch('source:r"\\ba+b\\b"', { now: NOW })
  expect(() => search.find(columnsOf({ path: 'p/c/l', units }))).toThrow(
    new QueryError(
      'The regular expression \\ba+b\\b takes too long for a text of 40000 characters',
      0,
    ),
  )
})

test('an internal error is not reported as a slow expression', () => {
  const columns = { ...columnsOf({ path: 'p/c/l', units: [{ name: 'a' }] }), position: fail }
  const search = createSearch('position:0', { now: NOW })
  expect(() => search.find(columns)).toThrow(new RangeError('no such row'))
})

function fail(): never {
  throw new RangeError('no such row')
}
