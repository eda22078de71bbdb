import { expect, test } from 'vitest'
import { createFolderComparison } from '../../../src/git/history/folder-comparison.ts'
import { createMatcher } from '../../../src/git/history/path-matcher.ts'
import { createComparison } from '../../../src/git/history/tree-diff.ts'

type Entries = Readonly<Record<string, string>>

const [one, two] = ['11'.repeat(20), '22'.repeat(20)]

/** `name old new`, with one digit for each id; a name that ends in a slash is a folder. */
function compare(old: Entries | undefined, next: Entries, isWanted = (_: string) => true) {
  const readTree = (oid: string) =>
    Object.entries((oid === 'next' ? next : old) ?? {}).map(([name, id]) => ({
      mode: name.endsWith('/') ? '40000' : '100644',
      name: name.replace('/', ''),
      oid: id,
    }))
  return createFolderComparison({ readTree })(old && 'old', 'next', isWanted).map(
    (change) => `${change.name} ${change.old?.oid[0] ?? '-'} ${change.new?.oid[0] ?? '-'}`,
  )
}

const table: readonly [string, Entries | undefined, Entries, string[]][] = [
  ['nothing', { a: one, 'b/': two }, { a: one, 'b/': two }, []],
  ['an id', { a: one, b: one, c: one }, { a: one, b: two, c: one }, ['b 1 2']],
  ['all', { a: one, b: one }, { a: two, b: two }, ['a 1 2', 'b 1 2']],
  ['an addition', { a: one, c: one }, { a: one, b: one, c: one }, ['b - 1']],
  ['a removal at the end', { a: one, c: one }, { a: one }, ['c 1 -']],
  ['everything is new', undefined, { a: one, 'b/': one }, ['a - 1', 'b - 1']],
  ['a longer name', { de: one }, { de_AT: one }, ['de 1 -', 'de_AT - 1']],
  ['a file becomes a folder', { a: one }, { 'a/': one }, ['a 1 1']],
]

test.each(table)('folders differ in %s', (_, old, next, expected) => {
  expect(compare(old, next)).toEqual(expected)
})

test('names that are not wanted are left out, also where they sort between wanted ones', () => {
  const isWanted = (name: string) => name !== 'b' && name !== 'c'
  const changes = compare({ a: one, b: one, 'c/': one }, { a: two, b: two, d: two }, isWanted)
  expect(changes).toEqual(['a 1 2', 'd - 2'])
})

test('only folders that can match are looked into', () => {
  const asked: (string | undefined)[] = []
  const folder = { mode: '40000', name: 'l', oid: two }
  const compareTrees = createComparison(
    (_, next) => {
      asked.push(next)
      if (next !== one)
        return [{ name: 'x.json', old: undefined, new: { ...folder, mode: '100644' } }]
      return ['l', 'other', 'file'].map((name) => ({ name, old: undefined, new: folder }))
    },
    createMatcher([[['l', '*.json']], [['file']], [['l', 'x.json']]]),
  )
  expect(compareTrees(undefined, one).map(({ path, groups }) => [path, groups])).toEqual([
    ['l/x.json', [2, 0]],
  ])
  expect(asked).toEqual([one, two])
})
