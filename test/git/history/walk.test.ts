import { expect, onTestFinished, test } from 'vitest'
import { createIndex, type HistoryGroup } from '../../../src/git/history/commit-index.ts'
import { type Extension, extendIndex } from '../../../src/git/history/extend.ts'
import { openHistorySource } from '../../../src/git/history/history.ts'
import { type WalkMode, walk } from '../../../src/git/history/walk.ts'
import { hasGit } from '../../support/git-repository.ts'
import { readGitRows } from '../../support/git-rows.ts'
import {
  createHistory,
  extendHistory,
  type History,
  makeShallow,
  type Step,
} from '../../support/history.ts'

const modes: readonly WalkMode[] = ['first-parent-moves', 'ancestors', 'ancestors-moves']
const group: HistoryGroup = { name: 'l', patterns: [['l', '*.json']] }

function build(history: History, from = createIndex([group])): Extension {
  const source = openHistorySource({ path: history.path })
  onTestFinished(source.close)
  return extendIndex(from, source, [history.tip])
}

function rowsOf({ index }: Extension, { tip }: History, mode: WalkMode): string[] {
  const tipIndex = index.commits.placeOf(tip) ?? -1
  return walk(index, { group: 0, tip: tipIndex, mode }).commits.flatMap(({ commit, rows }) =>
    rows
      // Git does not follow moves.
      .filter(({ path }) => /^l\/[^/]*\.json$/.test(path))
      .map((row) => `${commit.oid} ${orZeros(row.old)} ${orZeros(row.new)} ${row.path}`),
  )
}

function orZeros(oid: string): string {
  return oid || '0'.repeat(40)
}

/** Rows with commits by name and without blobs. */
function summaryOf(extension: Extension, history: History, mode: WalkMode): string[] {
  const names = new Map(Object.entries(history.oids).map(([name, oid]) => [oid, name]))
  return rowsOf(extension, history, mode).map((row) => {
    const [commit = '', , , path] = row.split(' ')
    return `${names.get(commit)} ${path}`
  })
}

const [one, two] = [{ 'l/de.json': '1', 'l/cs.json': '1', other: 'x' }, { 'l/de.json': '2' }]

const table: Record<string, readonly Step[]> = {
  'a merge that takes one side': [
    { name: 'base', files: one },
    { name: 'side', files: { ...one, ...two } },
    { name: 'main', files: { ...one, other: 'y' }, parents: ['base'] },
    { name: 'merge', files: { ...one, ...two, other: 'y' }, parents: ['main', 'side'] },
    { name: 'after', files: { ...one, ...two, 'l/cs.json': '2' } },
  ],
  'a merge that changes files itself': [
    { name: 'base', files: one },
    { name: 'side', files: { ...one, ...two } },
    { name: 'main', files: { ...one, 'l/cs.json': '2' }, parents: ['base'] },
    { name: 'merge', files: { 'l/de.json': 'm', 'l/cs.json': 'm' }, parents: ['main', 'side'] },
  ],
  'a change and its undoing on a side that is not followed': [
    { name: 'base', files: one },
    { name: 'changed', files: { ...one, ...two } },
    { name: 'undone', files: one },
    { name: 'main', files: { ...one, other: 'y' }, parents: ['base'] },
    { name: 'merge', files: one, parents: ['main', 'undone'] },
  ],
  'two roots': [
    { name: 'first', files: one },
    { name: 'second', files: { 'l/fr.json': '1' }, parents: [] },
    { name: 'merge', files: { ...one, 'l/fr.json': '1' }, parents: ['first', 'second'] },
  ],
  'a merge of three': [
    { name: 'base', files: one },
    { name: 'a', files: { ...one, 'l/a.json': '1' } },
    { name: 'b', files: { ...one, 'l/b.json': '1' }, parents: ['base'] },
    { name: 'c', files: { ...one, ...two }, parents: ['base'] },
    { name: 'merge', files: { ...one, ...two }, parents: ['a', 'b', 'c'] },
  ],
  'clocks that are wrong and times that are equal': [
    { name: 'base', files: one, day: 9 },
    { name: 'a', files: { ...one, 'l/a.json': '1' }, day: 2 },
    { name: 'a2', files: { ...one, 'l/a.json': '2' }, day: 2 },
    { name: 'b', files: { ...one, 'l/b.json': '1' }, parents: ['base'], day: 2 },
    { name: 'b2', files: { ...one, 'l/b.json': '2' }, day: 20 },
    { name: 'merge', files: { 'l/a.json': '2', 'l/b.json': '2' }, parents: ['b2', 'a2'], day: 1 },
  ],
  'files that become folders and come back': [
    { name: 'file', files: { l: '1' } },
    { name: 'folder', files: one },
    { name: 'deeper', files: { 'l/de.json/x.json': '1', 'l/cs.json': '1' } },
    { name: 'again', files: one },
    { name: 'gone', files: { other: 'x' } },
  ],
}

test.skipIf(!hasGit()).each(Object.keys(table))(
  '%s: rows as git log has them (needs git)',
  async (name) => {
    const history = await createHistory(table[name] ?? [])
    const extension = build(history)
    for (const mode of modes) {
      const expected = readGitRows(history.path, { tip: history.tip, masks: ['l/*.json'], mode })
      const unfiltered = expected.filter((row) => !row.endsWith('/x.json'))
      expect([mode, ...rowsOf(extension, history, mode)]).toEqual([mode, ...unfiltered])
    }
  },
)

test('a merge is compared with its first parent, or left out', async () => {
  const history = await createHistory(table['a merge that takes one side'] ?? [])
  const extension = build(history)
  expect(summaryOf(extension, history, 'first-parent-moves')).toEqual([
    'after l/cs.json',
    'merge l/de.json',
    'base l/cs.json',
    'base l/de.json',
  ])
  expect(summaryOf(extension, history, 'ancestors')).toEqual([
    'base l/cs.json',
    'base l/de.json',
    'side l/de.json',
    'after l/cs.json',
  ])
})

test.each(Object.keys(table))(
  '%s: an index that grows commit by commit has the rows of a new one',
  async (name) => {
    const steps = table[name] ?? []
    let history = await createHistory(steps.slice(0, 1))
    let extension = build(history)
    for (const step of steps.slice(1)) {
      history = await extendHistory(history, [step])
      extension = build(history, extension.index)
      const fresh = build(history)
      for (const mode of modes) {
        expect(rowsOf(extension, history, mode)).toEqual(rowsOf(fresh, history, mode))
      }
    }
  },
)

test('only new commits are read when the old tip is an ancestor', async () => {
  const history = await createHistory([{ name: 'a', files: one }])
  const first = build(history)
  const next = await extendHistory(history, [{ name: 'b', files: { ...one, ...two } }])
  const { isRebuilt, added } = build(next, first.index)
  expect([isRebuilt, added.commits.slice().map(({ oid }) => oid)]).toEqual([false, [next.tip]])
  expect(build(next, build(next).index).added.commits.slice()).toEqual([])
})

test('an index is rebuilt for a rewritten history', async () => {
  const history = await createHistory([
    { name: 'a', files: one },
    { name: 'b', files: { ...one, ...two } },
  ])
  const first = build(history)
  const next = await extendHistory(history, [{ name: 'c', files: two, parents: ['a'] }])
  const { isRebuilt, index } = build(next, first.index)
  expect([isRebuilt, index.commits.length]).toEqual([true, 2])
})

test('a shallow history has no rows for its boundary, and is complete once deepened', async () => {
  const history = await createHistory([
    { name: 'a', files: one },
    { name: 'b', files: { ...one, ...two } },
    { name: 'c', files: two },
  ])
  makeShallow(history.path, [history.oids['b'] ?? ''])
  const shallow = build(history)
  const tipIndex = shallow.index.commits.placeOf(history.tip) ?? -1
  for (const mode of modes) {
    expect(summaryOf(shallow, history, mode)).toEqual(['c l/cs.json'])
    const { boundary } = walk(shallow.index, { group: 0, tip: tipIndex, mode })
    expect(boundary.map(({ oid }) => oid)).toEqual([history.oids['b']])
  }
  makeShallow(history.path, [])
  const { isRebuilt, index } = build(history, shallow.index)
  expect([isRebuilt, index.commits.length]).toEqual([true, 3])
})
