import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LastChange } from '../../../src/git/commit.ts'
import {
  createRows,
  packGroups,
  readRows,
  updateIndex,
  type WalkMode,
} from '../../../src/git/history/history.ts'
import { literalPattern } from '../../../src/git/history/path-groups.ts'
import { listFiles } from '../../../src/git/list-files.ts'
import { MAX_OBJECT_BYTES } from '../../../src/git/objects/object.ts'
import { openRepository } from '../../../src/git/open.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { findLastChanges } from '../../../src/history/changes/last-changes.ts'
import { openStore } from '../../../src/store/store.ts'
import { hasGit, runGit } from '../../support/git-repository.ts'
import { createHistory, makeShallow } from '../../support/history.ts'

const demo = join(import.meta.dirname, '../../../fixtures/demo.git')

function open(path: string): Repository {
  const repository = openRepository({ path })
  onTestFinished(() => repository.close())
  return repository
}

type Groups = Readonly<Record<string, readonly string[]>>

function find(path: string, tip: string, groups: Groups): Promise<ReadonlyMap<string, LastChange>> {
  const store = openStore({ path: undefined })
  const patterns = Object.values(groups).flat().map(literalPattern)
  const location = {
    ...{ gitDir: path, maxObjectBytes: MAX_OBJECT_BYTES },
    groups: packGroups([{ name: 'files', patterns }]),
  }
  updateIndex(location, [tip], store)
  const rows = async (mode: WalkMode) =>
    createRows(readRows(location, { group: 'files', tip, mode }, store))
  return findLastChanges(new Map(Object.entries(groups)), { repository: open(path), rows }, tip)
}

/** The name of each group's last commit. */
async function namesOf(
  { path, oids, tip }: Awaited<ReturnType<typeof createHistory>>,
  groups: Groups,
): Promise<Record<string, string | undefined>> {
  const nameOf = (oid: string) => Object.keys(oids).find((name) => oids[name] === oid)
  const changes = await find(path, tip, groups)
  return Object.fromEntries([...changes].map(([name, { commit }]) => [name, nameOf(commit)]))
}

const [a, b, c] = [{ 'l/de.json': '1', 'l/cs.json': '1' }, 'x', 'y'] as const

test('names the newest commit that changed any path of a group', async () => {
  const history = await createHistory([
    { name: 'both', files: a },
    { name: 'german', files: { ...a, 'l/de.json': '2' } },
    { name: 'other', files: { ...a, 'l/de.json': '2', readme: b } },
    { name: 'other again', files: { ...a, 'l/de.json': '2', readme: c } },
  ])
  const groups = {
    de: ['l/de.json'],
    cs: ['l/cs.json'],
    all: ['l/cs.json', 'l/de.json'],
    none: ['l/fr.json'],
  }
  expect(await namesOf(history, groups)).toEqual({ de: 'german', cs: 'both', all: 'german' })
})

test('returns the author and the time of the commit', async () => {
  const { path, tip } = await createHistory([{ name: 'first', files: a }])
  const { author } = open(path).readCommit(tip)
  expect(author.name).toBe('Ada Example')
  expect([...(await find(path, tip, { de: ['l/de.json'] }))]).toEqual([
    ['de', { commit: tip, author, timestamp: 1_704_067_200 }],
  ])
})

test('the removal of a file is a change', async () => {
  const history = await createHistory([
    { name: 'both', files: a },
    { name: 'removed', files: { 'l/cs.json': '1' } },
    { name: 'other', files: { 'l/cs.json': '1', readme: b } },
  ])
  expect(await namesOf(history, { de: ['l/de.json'] })).toEqual({ de: 'removed' })
})

const mergeSteps = [
  { name: 'base', files: a },
  { name: 'side', files: { ...a, 'l/de.json': 'side' } },
  { name: 'main', files: { ...a, 'l/cs.json': 'main' }, parents: ['base'] },
] as const

test('a merge is followed to the parent with the same contents', async () => {
  const merged = { 'l/de.json': 'side', 'l/cs.json': 'main' }
  const history = await createHistory([
    ...mergeSteps,
    { name: 'merge', files: merged, parents: ['main', 'side'] },
  ])
  const groups = { de: ['l/de.json'], cs: ['l/cs.json'], all: ['l/de.json', 'l/cs.json'] }
  expect(await namesOf(history, groups)).toEqual({ de: 'side', cs: 'main', all: 'merge' })
})

test('a version that an inner merge discarded is not the last change', async () => {
  const german = (text: string, readme = '') => ({ ...a, readme, 'l/de.json': text })
  const history = await createHistory([
    { name: 'base', files: german('1') },
    { name: 'side', files: german('2') },
    { name: 'other', files: german('3'), parents: ['base'] },
    { name: 'inner', files: german('2'), parents: ['side', 'other'] },
    { name: 'main', files: german('1', 'x'), parents: ['base'] },
    { name: 'merge', files: german('2', 'x'), parents: ['main', 'inner'] },
  ])
  expect(await namesOf(history, { de: ['l/de.json'] })).toEqual({ de: 'side' })
})

test('the last change is unknown if a merge took it from beyond a shallow boundary', async () => {
  const merged = { 'l/de.json': 'side', 'l/cs.json': 'main' }
  const history = await createHistory([
    ...mergeSteps,
    { name: 'merge', files: merged, parents: ['main', 'side'] },
  ])
  makeShallow(history.path, [history.oids['side'] ?? '', history.oids['base'] ?? ''])
  const groups = { de: ['l/de.json'], cs: ['l/cs.json'] }
  expect(await namesOf(history, groups)).toEqual({ cs: 'main' })
})

test('the oldest commit of a shallow clone is no last change', async () => {
  const history = await createHistory([
    { name: 'first', files: a },
    { name: 'boundary', files: { ...a, readme: b } },
    { name: 'last', files: { ...a, readme: b, 'l/cs.json': '2' } },
  ])
  makeShallow(history.path, [history.oids['boundary'] ?? ''])
  expect(await namesOf(history, { de: ['l/de.json'], cs: ['l/cs.json'] })).toEqual({ cs: 'last' })
})

test.skipIf(!hasGit())('every file of the demo agrees with git log (needs git)', async () => {
  const repository = open(demo)
  const tip = repository.resolve('main') ?? ''
  const paths = [...listFiles(repository, repository.readCommit(tip).tree)]
  const groups = Object.fromEntries(paths.map(({ path }) => [path, [path]]))
  const changes = await find(demo, tip, groups)
  const expected = paths.map(({ path }) =>
    runGit(demo, 'log', '-1', '--format=%H', tip, '--', path),
  )
  expect(paths.map(({ path }) => changes.get(path)?.commit)).toEqual(expected)
})

test('a merge of many parents is followed to the one with the same contents', async () => {
  const history = await createHistory([
    { name: 'one', files: a },
    ...Array.from({ length: 20 }, (_, i) => ({
      name: `side ${i}`,
      files: { ...a, 'l/de.json': `${i}` },
      parents: ['one'],
      day: 1,
    })),
    {
      name: 'merge',
      files: { ...a, 'l/de.json': '19' },
      parents: Array.from({ length: 20 }, (_, i) => `side ${i}`),
    },
  ])
  expect(await namesOf(history, { de: ['l/de.json'] })).toEqual({ de: 'side 19' })
})
