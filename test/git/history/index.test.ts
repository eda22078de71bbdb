import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CommitColumns } from '../../../src/git/history/commit-columns.ts'
import { appendSegment, createIndex } from '../../../src/git/history/commit-index.ts'
import { extendIndex } from '../../../src/git/history/extend.ts'
import {
  createRows,
  type HistoryGroup,
  type HistoryRow,
  type HistoryRows,
  type HistoryState,
  openHistorySource,
  packGroups,
  type RowsOptions,
  readRows,
  updateIndex,
} from '../../../src/git/history/history.ts'
import { encodeParts, SEGMENTS } from '../../../src/git/history/segment.ts'
import { MAX_OBJECT_BYTES } from '../../../src/git/objects/object.ts'
import { openRepository } from '../../../src/git/open.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { createTemporaryFolder, hasGit } from '../../support/git-repository.ts'
import { readGitRows } from '../../support/git-rows.ts'
import { createHistory, extendHistory, type History, makeShallow } from '../../support/history.ts'

const demo = join(import.meta.dirname, '../../../fixtures/demo.git')
const groups: readonly HistoryGroup[] = [
  { name: 'app', patterns: [['l', '*.json']] },
  { name: 'readme', patterns: [['readme']] },
]
const steps = [
  { name: 'added', files: { 'l/de.json': '1' } },
  { name: 'changed', files: { 'l/de.json': '2', readme: 'x' } },
  { name: 'removed', files: { readme: 'y' } },
]

const decode = (part: string) => SEGMENTS.decode(Buffer.from(part))

interface HistoryIndex {
  update(tips: readonly string[]): HistoryState
  rows(options: RowsOptions): HistoryRows
}

/** The index of a repository in a store, as one thread reads it. */
function open(path: string, store = openStore({ path: undefined }), of = groups): HistoryIndex {
  const location = { gitDir: path, maxObjectBytes: MAX_OBJECT_BYTES, groups: packGroups(of) }
  return {
    update: (tips) => updateIndex(location, tips, store),
    rows: (options) => createRows(readRows(location, options, store)),
  }
}

function rowsOf(history: HistoryIndex, tip: string): HistoryRow[] {
  return [...history.rows({ group: 'app', tip, mode: 'first-parent-moves' })]
}

test('an index has the changes of the files of a group', async () => {
  const { path, oids, tip } = await createHistory(steps)
  const history = open(path)
  expect(history.update([tip])).toMatchObject({ commits: 3, added: 3 })
  const rows = history.rows({ group: 'app', tip, mode: 'first-parent-moves' })
  const [first, second] = [
    '56a6051ca2b02b04ef92d5150c9ef600403cb1de',
    'd8263ee9860594d2806b0dfd1bfd17528b0ba2a4',
  ]
  const day = (days: number) => 1_704_067_200 + days * 86_400
  const common = { path: 'l/de.json', from: undefined }
  expect([...rows]).toEqual([
    { ...common, commit: oids['removed'], timestamp: day(2), old: second, new: undefined },
    { ...common, commit: oids['changed'], timestamp: day(1), old: first, new: second },
    { ...common, commit: oids['added'], timestamp: day(0), old: undefined, new: first },
  ])
  expect([rows.length, rows.history, rows.boundary]).toEqual([3, { complete: true }, []])
  expect(history.rows({ group: 'readme', tip, mode: 'ancestors' }).length).toBe(2)
})

test('rows of a shallow history have the time and commits where it begins', async () => {
  const { path, oids, tip } = await createHistory(steps)
  makeShallow(path, [oids['changed'] ?? ''])
  const history = open(path)
  history.update([tip])
  const rows = history.rows({ group: 'app', tip, mode: 'first-parent-moves' })
  expect([...rows].map(({ commit }) => commit)).toEqual([tip])
  expect([rows.history, rows.boundary]).toEqual([
    { complete: false, since: 1_704_067_200 + 86_400 },
    [oids['changed']],
  ])
})

test('an unknown commit or group is refused', async () => {
  const { path, tip } = await createHistory(steps)
  const history = open(path)
  history.update([tip])
  const nowhere = '1'.repeat(40)
  expect(() => rowsOf(history, nowhere)).toThrow(`object ${nowhere}: missing`)
  expect(() => history.rows({ group: 'x', tip, mode: 'first-parent-moves' })).toThrow(
    'x: expected the name of a group',
  )
  expect(() => history.update([nowhere])).toThrow(`object ${nowhere}: missing`)
  expect(rowsOf(history, tip).length).toBe(3)
})

function openStoreIn(folder: string): Store {
  const store = openStore({ path: join(folder, 'store') })
  onTestFinished(() => store.close())
  return store
}

/** A history whose index is stored in a folder. */
async function createStored(): Promise<{ history: History; folder: string }> {
  const history = await createHistory(steps)
  const folder = createTemporaryFolder()
  const store = openStoreIn(folder)
  open(history.path, store).update([history.tip])
  await store.close()
  return { history, folder }
}

test('another process reads a stored index, and adds to it', async () => {
  const { history, folder } = await createStored()
  const store = openStoreIn(folder)
  const second = open(history.path, store)
  expect(second.update([history.tip]).added).toBe(0)
  const next = await extendHistory(history, [{ name: 'back', files: { 'l/de.json': '1' } }])
  expect(second.update([next.tip])).toMatchObject({ commits: 4, added: 1 })
  await store.close()
  const third = open(history.path, openStoreIn(folder))
  expect(third.update([next.tip]).added).toBe(0)
  expect(rowsOf(third, next.tip)).toEqual(rowsOf(second, next.tip))
})

test('a thread reads the segments that another one added, by their ids', async () => {
  const { path, tip, oids } = await createHistory(steps)
  makeShallow(path, [oids['removed'] ?? ''])
  const folder = createTemporaryFolder()
  const [writer, reader] = [openStoreIn(folder), openStoreIn(folder)]
  const location = { gitDir: path, maxObjectBytes: MAX_OBJECT_BYTES, groups: packGroups(groups) }
  const rows = { group: 'app', tip, mode: 'first-parent-moves' } as const
  const cut = updateIndex(location, [tip], writer)
  await writer.flush()
  const before = createRows(readRows({ ...location, ids: cut.ids }, rows, reader))
  rmSync(join(path, 'shallow'))
  const whole = updateIndex({ ...location, ids: cut.ids }, [tip], writer)
  await writer.flush()
  const after = createRows(readRows({ ...location, ids: whole.ids }, rows, reader))
  expect([before.history.complete, after.history.complete, after.length]).toEqual([false, true, 3])
})

test('an index stays correct when two processes add to it at the same time', async () => {
  const { history, folder } = await createStored()
  const stores = [openStoreIn(folder), openStoreIn(folder)]
  const indexes = stores.map((store) => open(history.path, store))
  for (const index of indexes) index.update([history.tip])
  let next = history
  for (const [step, at] of [0, 1, 1, 0, 1].entries()) {
    next = await extendHistory(next, [{ name: `${step}`, files: { 'l/de.json': `${step}` } }])
    indexes[at]!.update([next.tip])
  }
  for (const store of stores) await store.close()
  const third = open(history.path, openStoreIn(folder))
  third.update([next.tip])
  expect(rowsOf(third, next.tip)).toEqual(rowsOf(indexes[1]!, next.tip))
})

test('an index is rebuilt if a part of it is missing', async () => {
  const { history, folder } = await createStored()
  const lossy = openStoreIn(folder)
  const bucket = lossy.bucket.bind(lossy)
  lossy.bucket = (options) =>
    options.name === 'segments'
      ? { get: () => undefined, set() {}, fetch: async () => {} }
      : bucket(options)
  const second = open(history.path, lossy)
  expect(second.update([history.tip]).added).toBe(3)
  expect(rowsOf(second, history.tip).length).toBe(3)
})

test('an index is rebuilt after a change of components or a rewritten history', async () => {
  const { history, folder } = await createStored()
  const store = openStoreIn(folder)
  const others = groups.slice(0, 1)
  expect(open(history.path, store, others).update([history.tip]).added).toBe(3)
  const next = await extendHistory(history, [{ name: 'x', files: {}, parents: ['added'] }])
  const again = open(history.path, store, others)
  expect(again.update([next.tip])).toMatchObject({ commits: 2, added: 2 })
})

test('an index is the same after it is stored and read', async () => {
  const { path, tip } = await createHistory([
    { name: 'a', files: { 'old/de.json': '1', readme: 'x' } },
    { name: 'b', files: { 'l/de.json': '1' } },
    { name: 'side', files: { 'old/de.json': '1', readme: 'y' }, parents: ['a'] },
    { name: 'merge', files: { 'l/de.json': '1', readme: 'y' }, parents: ['b', 'side'] },
  ])
  const source = openHistorySource({ path })
  onTestFinished(source.close)
  const { index, added } = extendIndex(createIndex(groups), source, [tip])
  expect(index.formerPaths).toEqual(['old/de.json'])
  const stored = encodeParts(added).map(decode).reduce(appendSegment, createIndex(groups))
  expect(stored).toEqual(index)
})

test('a long history is stored in parts, and reads as the same index', () => {
  const commits = new CommitColumns()
  for (let place = 0; place < 50_000; place++) {
    const parents = place === 0 ? [] : place % 100 === 0 ? [place - 1, place - 9] : [place - 1]
    const oid = createHash('sha1').update(`${place}`).digest('hex')
    const row = { path: 'l/de.json', old: '', new: oid, from: 'old/de.json' }
    const rows = place % 1000 === 0 ? [row] : []
    commits.add({ oid, timestamp: place, parents, isShallow: place === 7, rows })
  }
  const added = { commits, tips: [commits.oidAt(49_999)], formerPaths: ['old/de.json'] }
  const parts = encodeParts(added)
  expect(parts).toHaveLength(3)
  const stored = parts.map(decode).reduce(appendSegment, createIndex(groups))
  expect(stored.commits.slice()).toEqual(commits.slice())
  expect([stored.tips, stored.formerPaths]).toEqual([added.tips, added.formerPaths])
  expect(stored.commits.placeOf(commits.oidAt(30_000))).toBe(30_000)
  expect(stored.commits.at(7)).toMatchObject({ timestamp: 7, parents: [6], isShallow: true })
})

test('commits of branches that are not served have rows, but are not stored', async () => {
  const { history, folder } = await createStored()
  const store = openStoreIn(folder)
  const index = open(history.path, store)
  const side = await extendHistory(history, [
    { name: 'side', files: { 'l/de.json': '3' }, parents: ['changed'] },
  ])
  const other = await extendHistory(side, [
    { name: 'other', files: { 'l/de.json': '4' }, parents: ['added'] },
  ])
  expect(rowsOf(index, side.tip).map(({ commit }) => commit)).toEqual([
    side.tip,
    history.oids['changed'],
    history.oids['added'],
  ])
  expect(rowsOf(index, other.tip).map(({ commit }) => commit)).toEqual([
    other.tip,
    history.oids['added'],
  ])
  expect(index.update([history.tip])).toMatchObject({ commits: 3, added: 0 })
  expect(index.update([side.tip])).toMatchObject({ commits: 3, added: 3 })
  await store.close()
  expect(open(history.path, openStoreIn(folder)).update([side.tip])).toMatchObject({
    commits: 3,
    added: 0,
  })
})

test('a deepened clone has rows for all commits without another update', async () => {
  const { path, oids, tip } = await createHistory(steps)
  makeShallow(path, [oids['changed'] ?? ''])
  const index = open(path)
  expect(rowsOf(index, tip).map(({ commit }) => commit)).toEqual([tip])
  rmSync(join(path, 'shallow'))
  expect(rowsOf(index, tip).map(({ commit }) => commit)).toEqual([
    tip,
    oids['changed'],
    oids['added'],
  ])
})

test('rows stay correct across many branches that are not served', async () => {
  const { history, folder } = await createStored()
  const index = open(history.path, openStoreIn(folder))
  let last = history
  const tips: string[] = []
  for (let side = 0; side < 40; side++) {
    const files = { 'l/de.json': `side ${side}` }
    last = await extendHistory(last, [{ name: `${side}`, files, parents: ['added'] }])
    tips.push(last.tip)
  }
  for (const tip of [...tips, ...tips]) {
    expect(rowsOf(index, tip).map(({ commit }) => commit)).toEqual([tip, history.oids['added']])
  }
})

test.skipIf(!hasGit())('the demo has the rows of git log (needs git)', async () => {
  const repository = openRepository({ path: demo })
  onTestFinished(() => repository.close())
  const tip = repository.resolve('main') ?? ''
  const masks = ['*', '.*']
  const two = masks.flatMap((first) => masks.map((second) => [first, second]))
  const three = two.flatMap((names) => masks.map((third) => [...names, third]))
  const any = [{ name: 'app', patterns: [...masks.map((name) => [name]), ...two, ...three] }]
  const history = open(demo, undefined, any)
  history.update([tip])
  for (const mode of ['first-parent-moves', 'ancestors', 'ancestors-moves'] as const) {
    const rows = history.rows({ group: 'app', tip, mode })
    const zeros = '0'.repeat(40)
    const texts = [...rows].map(
      (row) => `${row.commit} ${row.old ?? zeros} ${row.new ?? zeros} ${row.path}`,
    )
    const masks = ['*', '*/*', '*/*/*']
    const deep = (text: string) => text.split(' ')[3]!.split('/').length > 3
    const expected = readGitRows(demo, { tip, masks, mode })
    expect(texts.filter((row) => !deep(row))).toEqual(expected.filter((row) => !deep(row)))
  }
})
