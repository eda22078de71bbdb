import { expect, test } from 'vitest'
import { compareTreeData } from '../../../src/git/history/folder-comparison.ts'
import { createMatcher } from '../../../src/git/history/path-groups.ts'
import { createComparison, type EntryChange } from '../../../src/git/history/tree-diff.ts'
import { parseTree } from '../../../src/git/objects/tree.ts'

type Entries = Readonly<Record<string, string>>

const [first, second] = ['11'.repeat(20), '22'.repeat(20)]

/** A tree object; a name that ends in a slash is a folder. The value is the id. */
function tree(entries: Entries): Buffer {
  // The order of Git: folders sort as if their names ended in a slash.
  const names = Object.keys(entries).sort((a, b) => (`${a}\0` < `${b}\0` ? -1 : 1))
  return Buffer.concat(
    names.flatMap((name) => {
      const mode = name.endsWith('/') ? '40000' : '100644'
      return [
        Buffer.from(`${mode} ${name.replace('/', '')}\0`),
        Buffer.from(entries[name] ?? '', 'hex'),
      ]
    }),
  )
}

/** `name old new`, with one digit for each id. */
function summaryOf(changes: Iterable<EntryChange>): string[] {
  return [...changes].map(
    ({ name, old, new: next }) => `${name} ${old?.oid[0] ?? '-'} ${next?.oid[0] ?? '-'}`,
  )
}

const all = () => true

const table: readonly [string, Entries, Entries, string[]][] = [
  ['nothing', { a: first, 'b/': second }, { a: first, 'b/': second }, []],
  ['an id', { a: first, b: first, c: first }, { a: first, b: second, c: first }, ['b 1 2']],
  ['all', { a: first, b: first }, { a: second, b: second }, ['a 1 2', 'b 1 2']],
  ['an addition', { a: first, c: first }, { a: first, b: first, c: first }, ['b - 1']],
  ['a removal at the end', { a: first, c: first }, { a: first }, ['c 1 -']],
  ['everything is new', {}, { a: first, 'b/': first }, ['a - 1', 'b - 1']],
  ['a longer name', { de: first }, { de_AT: first }, ['de 1 -', 'de_AT - 1']],
  ['a file becomes a folder', { a: first }, { 'a/': second }, ['a 1 -', 'a - 2']],
  ['folders sort with a slash', { 'a/': first, 'a.b': first }, { 'a.b': first }, ['a 1 -']],
]

test.each(table)('compares the bytes of trees: %s', (_, old, next, expected) => {
  expect(summaryOf(compareTreeData(tree(old), tree(next), all))).toEqual(expected)
})

test('unwanted names are left out, even between wanted ones', () => {
  const [old, next] = [
    tree({ a: first, b: first, 'c/': first }),
    tree({ a: second, b: second, d: second }),
  ]
  const isWanted = (name: string) => name !== 'b' && name !== 'c'
  expect(summaryOf(compareTreeData(old, next, isWanted))).toEqual(['a 1 2', 'd - 2'])
})

test('trees that differ in damaged entries are refused', () => {
  const whole = tree({ a: first, b: first })
  expect(() => compareTreeData(whole, whole.subarray(0, -3), all)).toThrow(
    'damaged tree entry at byte',
  )
  expect(() => compareTreeData(whole, Buffer.from('x'.repeat(60)), all)).toThrow(
    'damaged tree entry at byte 0',
  )
})

test('comparing bytes gives the same changes as comparing entries', () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  const make = () => {
    const names = ['a', 'a.b', 'a/', 'ab', 'b', 'b-c', 'c/', 'd'].filter(() => random(3) > 0)
    return Object.fromEntries(names.map((name) => [name, random(2) === 0 ? first : second]))
  }
  for (let run = 0; run < 300; run++) {
    const [old, next] = [tree(make()), tree(make())]
    const key = ({ mode, name, oid }: ReturnType<typeof parseTree>[number]) =>
      `${name}${mode === '40000' ? '/' : ''} ${oid}`
    const [before, after] = [parseTree(old).map(key), parseTree(next).map(key)]
    const changes = compareTreeData(old, next, all)
    expect(changes.flatMap((change) => (change.old ? [key(change.old)] : []))).toEqual(
      before.filter((entry) => !after.includes(entry)),
    )
    expect(changes.flatMap((change) => (change.new ? [key(change.new)] : []))).toEqual(
      after.filter((entry) => !before.includes(entry)),
    )
  }
})

test('only folders that can match are read', () => {
  const asked: (string | undefined)[] = []
  const folder = { mode: '40000', name: 'l', oid: second }
  const compare = createComparison(
    (_, next) => {
      asked.push(next)
      if (next !== first)
        return [{ name: 'x.json', old: undefined, new: { ...folder, mode: '100644' } }]
      return ['l', 'other', 'file'].map((name) => ({ name, old: undefined, new: folder }))
    },
    createMatcher([[['l', '*.json']], [['file']], [['l', 'x.json']]]),
  )
  expect(compare(undefined, first).map(({ path, groups }) => [path, groups])).toEqual([
    ['l/x.json', [2, 0]],
  ])
  expect(asked).toEqual([first, second])
})
