import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { appendSegment, createIndex } from '../../../src/git/history/commit-index.ts'
import { extendIndex } from '../../../src/git/history/extend.ts'
import {
  createHistoryThread,
  type HistoryGroup,
  type History as HistoryIndex,
  type HistoryRow,
  openHistory,
} from '../../../src/git/history/history.ts'
import { decodeSegment, encodeParts } from '../../../src/git/history/segment.ts'
import { openHistorySource } from '../../../src/git/history/source.ts'
import { openRepository } from '../../../src/git/open.ts'
import { runSync } from '../../../src/run-yielding.ts'
import { openStore, type Store } from '../../../src/storage/store.ts'
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

function open(path: string, store?: Store, of = groups): HistoryIndex {
  const history = openHistory({ path, store, groups: of })
  onTestFinished(() => history.close())
  return history
}

async function rowsOf(history: HistoryIndex, tip: string): Promise<HistoryRow[]> {
  return [...(await history.rows({ group: 'app', tip, mode: 'first-parent-moves' }))]
}

test('tells what happened to the files of a group', async () => {
  const { path, oids, tip } = await createHistory(steps)
  const history = open(path)
  expect(await history.update([tip])).toEqual({ commits: 3, added: 3 })
  const rows = await history.rows({ group: 'app', tip, mode: 'first-parent-moves' })
  const [one, two] = [
    '56a6051ca2b02b04ef92d5150c9ef600403cb1de',
    'd8263ee9860594d2806b0dfd1bfd17528b0ba2a4',
  ]
  const day = (days: number) => 1_704_067_200 + days * 86_400
  const common = { path: 'l/de.json', from: undefined }
  expect([...rows]).toEqual([
    { ...common, commit: oids['removed'], timestamp: day(2), old: two, new: undefined },
    { ...common, commit: oids['changed'], timestamp: day(1), old: one, new: two },
    { ...common, commit: oids['added'], timestamp: day(0), old: undefined, new: one },
  ])
  expect([rows.length, rows.history, rows.boundary]).toEqual([3, { complete: true }, []])
  expect(() => rows.at(3)).toThrow(new RangeError('row 3: there are 3'))
  expect((await history.rows({ group: 'readme', tip, mode: 'ancestors' })).length).toBe(2)
})

test('says since when a cut-off history is known', async () => {
  const { path, oids, tip } = await createHistory(steps)
  makeShallow(path, [oids['changed'] ?? ''])
  const history = open(path)
  await history.update([tip])
  const rows = await history.rows({ group: 'app', tip, mode: 'first-parent-moves' })
  expect([...rows].map(({ commit }) => commit)).toEqual([tip])
  expect([rows.history, rows.boundary]).toEqual([
    { complete: false, since: 1_704_067_200 + 86_400 },
    [oids['changed']],
  ])
})

test('a commit or group that is not known is refused', async () => {
  const { path, tip } = await createHistory(steps)
  const history = open(path)
  await history.update([tip])
  const nowhere = '1'.repeat(40)
  await expect(rowsOf(history, nowhere)).rejects.toThrow(
    `commit ${nowhere}: expected one behind a known tip`,
  )
  await expect(history.rows({ group: 'x', tip, mode: 'first-parent-moves' })).rejects.toThrow(
    'x: expected the name of a group',
  )
  await expect(history.update([nowhere])).rejects.toThrow(`object ${nowhere}: missing`)
  expect((await rowsOf(history, tip)).length).toBe(3)
})

function openStoreIn(folder: string): Store {
  const store = openStore({ path: join(folder, 'store') })
  onTestFinished(store.close)
  return store
}

/** Makes a repository look as if it had many objects. */
/** A history whose index is stored in a folder. */
async function createStored(): Promise<{ history: History; folder: string }> {
  const history = await createHistory(steps)
  const folder = createTemporaryFolder()
  const store = openStoreIn(folder)
  await open(history.path, store).update([history.tip])
  await store.close()
  return { history, folder }
}

test('another process finds what was stored, and adds to it', async () => {
  const { history, folder } = await createStored()
  const store = openStoreIn(folder)
  const second = open(history.path, store)
  expect((await second.update([history.tip])).added).toBe(0)
  const next = await extendHistory(history, [{ name: 'back', files: { 'l/de.json': '1' } }])
  expect(await second.update([next.tip])).toEqual({ commits: 4, added: 1 })
  await store.close()
  const third = open(history.path, openStoreIn(folder))
  expect((await third.update([next.tip])).added).toBe(0)
  expect(await rowsOf(third, next.tip)).toEqual(await rowsOf(second, next.tip))
})

test('of two processes that add to an index at the same time one wins', async () => {
  const { history, folder } = await createStored()
  const stores = [openStoreIn(folder), openStoreIn(folder)]
  const indexes = stores.map((store) => open(history.path, store))
  for (const index of indexes) await index.update([history.tip])
  let next = history
  for (const [step, at] of [0, 1, 1, 0, 1].entries()) {
    next = await extendHistory(next, [{ name: `${step}`, files: { 'l/de.json': `${step}` } }])
    await indexes[at]!.update([next.tip])
  }
  for (const store of stores) await store.close()
  const third = open(history.path, openStoreIn(folder))
  await third.update([next.tip])
  expect(await rowsOf(third, next.tip)).toEqual(await rowsOf(indexes[1]!, next.tip))
})

test('an index is built anew when a part of it is gone', async () => {
  const { history, folder } = await createStored()
  const store = openStoreIn(folder)
  const lossy: Store = {
    ...store,
    bucket: (options) =>
      options.name === 'segments'
        ? { get: () => undefined, set() {}, bring: async () => 0 }
        : store.bucket(options),
  }
  const second = open(history.path, lossy)
  expect((await second.update([history.tip])).added).toBe(3)
  expect((await rowsOf(second, history.tip)).length).toBe(3)
})

test('an index is built anew when the components are others or history was rewritten', async () => {
  const { history, folder } = await createStored()
  const store = openStoreIn(folder)
  const others = groups.slice(0, 1)
  expect((await open(history.path, store, others).update([history.tip])).added).toBe(3)
  const next = await extendHistory(history, [{ name: 'x', files: {}, parents: ['added'] }])
  const again = open(history.path, store, others)
  expect(await again.update([next.tip])).toEqual({ commits: 2, added: 2 })
})

test('a stored index is what was built', async () => {
  const { path, tip } = await createHistory([
    { name: 'a', files: { 'old/de.json': '1', readme: 'x' } },
    { name: 'b', files: { 'l/de.json': '1' } },
    { name: 'side', files: { 'old/de.json': '1', readme: 'y' }, parents: ['a'] },
    { name: 'merge', files: { 'l/de.json': '1', readme: 'y' }, parents: ['b', 'side'] },
  ])
  const source = openHistorySource({ path })
  onTestFinished(source.close)
  const { index, added } = runSync(extendIndex(createIndex(groups), source, [tip]))
  expect(index.formerPaths).toEqual(['old/de.json'])
  const stored = encodeParts(added).map(decodeSegment).reduce(appendSegment, createIndex(groups))
  expect(stored).toEqual(index)
})

test('a long history is stored in parts, which make the same index', () => {
  const commits = Array.from({ length: 50_000 }, (_, place) => {
    const parents = place === 0 ? [] : [place - 1]
    return { oid: `${place}`, timestamp: place, parents, isShallow: false, rows: [] }
  })
  const added = { commits, tips: ['49999'], formerPaths: ['old/de.json'] }
  const parts = encodeParts(added)
  expect(parts).toHaveLength(3)
  const stored = parts.map(decodeSegment).reduce(appendSegment, createIndex(groups))
  expect(stored).toEqual(appendSegment(createIndex(groups), added))
})

test('two histories share a thread, until that is stopped', async () => {
  const { path, tip } = await createHistory(steps)
  const walker = createHistoryThread()
  const options = { path, groups, walker }
  const [first, second] = [openHistory(options), openHistory(options)]
  await Promise.all([first.update([tip]), second.update([tip])])
  await first.close()
  await expect(first.update([tip])).rejects.toThrow(`${path}: the history is closed`)
  expect((await rowsOf(second, tip)).length).toBe(3)
  const pending = second.update([tip])
  const stopping = walker.stop()
  await expect(pending).rejects.toThrow('the history worker was stopped')
  await stopping
  await expect(second.update([tip])).rejects.toThrow('the history was closed')
  await second.close()
})

test('of two histories one can be closed; what it was asked for before is answered', async () => {
  const { path, tip } = await createHistory(steps)
  const [first, second] = [open(path), open(path)]
  const pending = [first.update([tip]), second.update([tip])]
  await first.close()
  expect(await Promise.all(pending)).toEqual([
    { commits: 3, added: 3 },
    { commits: 3, added: 3 },
  ])
  await expect(first.update([tip])).rejects.toThrow(`${path}: the history is closed`)
  expect((await rowsOf(second, tip)).length).toBe(3)
})

test.skipIf(!hasGit())('the demo has the rows of git log (needs git)', async () => {
  const repository = openRepository({ path: demo })
  onTestFinished(() => repository.close())
  const tip = repository.resolve('main') ?? ''
  const one = ['*', '.*']
  const two = one.flatMap((first) => one.map((second) => [first, second]))
  const three = two.flatMap((names) => one.map((third) => [...names, third]))
  const any = [{ name: 'app', patterns: [...one.map((name) => [name]), ...two, ...three] }]
  const history = open(demo, undefined, any)
  await history.update([tip])
  for (const mode of ['first-parent-moves', 'ancestors', 'ancestors-moves'] as const) {
    const rows = await history.rows({ group: 'app', tip, mode })
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
