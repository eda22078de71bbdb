import { expect, onTestFinished, test } from 'vitest'
import { createIndex } from '../../../src/git/history/commit-index.ts'
import { type Extension, extendIndex } from '../../../src/git/history/extend.ts'
import { openHistorySource } from '../../../src/git/history/history.ts'
import { walk } from '../../../src/git/history/walk.ts'
import { createHistory, extendHistory, type History } from '../../support/history.ts'

const groups = [{ name: 'l', patterns: [['l', '*.json']] }]

function build(history: History, from = createIndex(groups)): Extension {
  const source = openHistorySource({ path: history.path })
  onTestFinished(source.close)
  return extendIndex(from, source, [history.tip])
}

/** `commit path` of each row, with `< former path` where a file was moved. */
function movesOf(history: History, { index } = build(history)): string[] {
  const names = new Map(Object.entries(history.oids).map(([name, oid]) => [oid, name]))
  const tip = index.commits.placeOf(history.tip) ?? -1
  const { commits } = walk(index, { group: 0, tip, mode: 'first-parent-moves' })
  return commits.flatMap(({ commit, rows }) =>
    rows.map(({ path, from }) => {
      const move = from === '' ? '' : ` < ${from}`
      return `${names.get(commit.oid)} ${path}${move}`
    }),
  )
}

/** `commit paths` of each ancestor of the tip that is not a merge, by name. */
function ancestorsOf(history: History, { index } = build(history)): string[] {
  const names = new Map(Object.entries(history.oids).map(([name, oid]) => [oid, name]))
  const tip = index.commits.placeOf(history.tip) ?? -1
  const { commits } = walk(index, { group: 0, tip, mode: 'ancestors-moves' })
  return commits
    .map(({ commit, rows }) => [names.get(commit.oid), ...rows.map(({ path }) => path)].join(' '))
    .sort()
}

test('files of a folder that moved keep their history', async () => {
  const history = await createHistory([
    { name: 'added', files: { 'old/de.json': 'a', 'old/cs.json': 'a', 'old/x.json': 'x' } },
    { name: 'changed', files: { 'old/de.json': 'b', 'old/cs.json': 'a', 'old/x.json': 'y' } },
    { name: 'moved', files: { 'l/de.json': 'b', 'l/cs.json': 'a', 'old/x.json': 'y' } },
  ])
  const expected = [
    'moved l/cs.json < old/cs.json',
    'moved l/de.json < old/de.json',
    'changed old/de.json',
    'added old/cs.json',
    'added old/de.json',
  ]
  expect(movesOf(history)).toEqual(expected)
  const { tip, oids } = history
  expect(movesOf({ ...history, tip: oids['changed'] ?? '' })).toEqual([])
  expect(movesOf({ ...history, tip })).toEqual(expected)
})

test('a move that is fetched later adds the rows of the former path', async () => {
  const first = await createHistory([{ name: 'added', files: { 'old/de.json': 'a' } }])
  const before = build(first)
  const history = await extendHistory(first, [{ name: 'moved', files: { 'l/de.json': 'a' } }])
  const after = build(history, before.index)
  expect(after.isRebuilt).toBe(true)
  expect(movesOf(history, after)).toEqual(['moved l/de.json < old/de.json', 'added old/de.json'])
})

test('a file that moved twice is followed to its addition, and no further', async () => {
  const history = await createHistory([
    { name: 'another', files: { 'a/de.json': 'other' } },
    { name: 'removed', files: { x: '' } },
    { name: 'added', files: { 'a/de.json': '1' } },
    { name: 'first', files: { 'b/de.json': '1' } },
    { name: 'second', files: { 'l/de.json': '1' } },
  ])
  expect(movesOf(history)).toEqual([
    'second l/de.json < b/de.json',
    'first b/de.json < a/de.json',
    'added a/de.json',
  ])
})

test.each([
  ['the content differs', { 'old/de.json': 'a' }, { 'l/de.json': 'b' }],
  ['the old file stays', { 'old/de.json': 'a' }, { 'old/de.json': 'a', 'l/de.json': 'a' }],
  ['the file is empty', { 'old/de.json': '' }, { 'l/de.json': '' }],
])('it is not a move if %s', async (_, before, after) => {
  const history = await createHistory([
    { name: 'added', files: before },
    { name: 'copied', files: after },
  ])
  expect(movesOf(history)).toEqual(['copied l/de.json'])
})

test('moves among equal files match paths with the longest common end', async () => {
  const history = await createHistory([
    { name: 'added', files: { 'o/cs.json': '{}', 'o/de.json': '{}', 'o/fr.json': '{}' } },
    { name: 'moved', files: { 'l/de.json': '{}', 'l/fr.json': '{}' } },
  ])
  expect(movesOf(history).slice(0, 2)).toEqual([
    'moved l/de.json < o/de.json',
    'moved l/fr.json < o/fr.json',
  ])
})

test('all ancestors have the rows of former paths, on merged sides, too', async () => {
  const history = await createHistory([
    { name: 'added', files: { 'older/de.json': 'a', 'other/de.json': 'x' } },
    { name: 'renamed', files: { 'old/de.json': 'a', 'other/de.json': 'x' } },
    { name: 'side', files: { 'old/de.json': 'b', 'other/de.json': 'y' } },
    { name: 'merge', parents: ['renamed', 'side'], files: { 'old/de.json': 'b' } },
    { name: 'moved', files: { 'l/de.json': 'b' } },
  ])
  expect(ancestorsOf(history)).toEqual([
    'added older/de.json',
    'moved l/de.json old/de.json',
    'renamed old/de.json older/de.json',
    'side old/de.json',
  ])
})

test('a branch merged after a move has its rows of the former path', async () => {
  const [old, changed] = [{ 'old/de.json': 'a' }, { 'old/de.json': 'b' }]
  const first = await createHistory([
    { name: 'added', files: old },
    { name: 'moved', files: { 'l/de.json': 'a' } },
  ])
  const history = await extendHistory(first, [
    { name: 'side', files: changed, parents: ['added'] },
    { name: 'merge', files: { 'l/de.json': 'b' }, parents: ['moved', 'side'] },
  ])
  const expected = ['added old/de.json', 'moved l/de.json old/de.json', 'side old/de.json']
  expect(ancestorsOf(history, build(history))).toEqual(expected)
  expect(ancestorsOf(history, build(history, build(first).index))).toEqual(expected)
})

test('thousands of equal files that move together are matched by name', async () => {
  const filesIn = (folder: string) =>
    Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`${folder}/${i}.json`, '{}']))
  const history = await createHistory([
    { name: 'added', files: filesIn('old') },
    { name: 'moved', files: filesIn('l') },
  ])
  const moves = movesOf(history).filter((row) => row.startsWith('moved'))
  expect(moves.length).toBe(9000)
  expect(moves.every((row) => /^moved l\/(\d+\.json) < old\/\1$/.test(row))).toBe(true)
})
