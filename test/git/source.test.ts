import { existsSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSource } from '../../src/git/create-source.ts'
import type { Source } from '../../src/git/source.ts'
import {
  addCommit,
  createRepository,
  createTemporaryFolder,
  hasGit,
  runGit,
} from '../support/git-repository.ts'

const isWithoutGit = !hasGit() // file:// needs it

function open(url: string, dataDir: string, branches = ['']): Source {
  const environment = { PATH: process.env['PATH'], HOME: dataDir }
  const source = createSource({ url, branches, dataDir, maxObjectBytes: 2 ** 20, environment })
  onTestFinished(() => source.close())
  return source
}

async function createOrigin(): Promise<{ path: string; commits: readonly string[] }> {
  const trees = [1, 2, 3].map((n) => ({ 'de.json': `{"n":"${n}"}` }))
  return createRepository(trees)
}

test('a local repository is read in place, and nothing is written', async () => {
  const { path, commits } = await createOrigin()
  const dataDir = createTemporaryFolder()
  const source = open(path, dataDir, ['', 'main', 'gone'])
  expect(source.repository).toBe(undefined)
  await source.open()
  expect(source.isLocal).toBe(true)
  expect([source.head(''), source.head('main')]).toEqual([commits[2], commits[2]])
  expect(source.head('gone')).toBe(undefined)
  expect(['', 'main', 'gone'].map((branch) => source.errorOf(branch)?.message)).toEqual([
    undefined,
    undefined,
    `${path}: there is no branch gone`,
  ])
  expect(source.error).toBe(undefined)
  expect(source.repository?.place.gitDir).toBe(path)

  const next = await addCommit(path, { 'de.json': '{}' }, 3)
  expect(source.head('')).toBe(commits[2])
  expect(await source.refresh()).toBe(true)
  expect(source.head('')).toBe(next)
  expect(await source.refresh()).toBe(false)
  expect(readdirSync(dataDir)).toEqual([])
})

test('an address or a branch that would make git start a program is refused', () => {
  const dataDir = createTemporaryFolder()
  expect(() => open('ext::sh -c id', dataDir)).toThrow(
    'ext::sh -c id: addresses that name a helper program are refused',
  )
  expect(() => open('https://example.com/a.git', dataDir, ['--upload-pack=id'])).toThrow(
    '"--upload-pack=id" is not the name of a branch',
  )
})

test('file:// and ssh addresses say that they need git', async () => {
  const dataDir = createTemporaryFolder()
  for (const url of ['file:///srv/a.git', 'git@example.com:a.git']) {
    const environment = { PATH: dataDir }
    const source = createSource({ url, branches: [''], dataDir, maxObjectBytes: 1, environment })
    await source.open()
    expect(source.error?.message).toBe(
      `${url}: git is needed for ssh and file:// addresses; not found on PATH`,
    )
    await source.close()
  }
})

test.skipIf(isWithoutGit)('a clone starts with the tip and is then deepened', async () => {
  const { path, commits } = await createOrigin()
  const source = open(`file://${path}`, createTemporaryFolder())
  await source.open()
  expect(source.error).toBe(undefined)
  expect(source.head('')).toBe(commits[2])
  expect(source.repository?.defaultBranch()).toBe('main')
  expect(source.repository?.isShallow(commits[2] ?? '')).toBe(true)
  await source.deepen()
  expect(source.repository?.isShallow(commits[2] ?? '')).toBe(false)
  expect(source.repository?.readCommit(commits[0] ?? '').parents).toEqual([])
})

test.skipIf(isWithoutGit)('a deepened clone has the other branches and the tags', async () => {
  const { path, commits } = await createOrigin()
  const next = await addCommit(path, { 'fr.json': '{}' }, 9, 'next')
  runGit(path, 'tag', 'v1', commits[0] ?? '')
  const source = open(`file://${path}`, createTemporaryFolder())
  await source.open()
  await source.deepen()
  const resolve = (ref: string) => source.repository?.resolve(ref)
  expect([source.error, resolve('next'), resolve('origin/next'), resolve('v1')]).toEqual([
    undefined,
    next,
    next,
    commits[0],
  ])
  runGit(path, 'tag', 'v2', next)
  await addCommit(path, { 'fr.json': '{}' }, 10)
  expect(await source.refresh()).toBe(true)
  expect([resolve('v2'), source.error]).toEqual([next, undefined])
})

test.skipIf(isWithoutGit)('a force-pushed branch is followed', async () => {
  const { path, commits } = await createOrigin()
  const source = open(`file://${path}`, createTemporaryFolder())
  await source.open()
  rmSync(join(path, 'refs/heads/main'))
  const unrelated = await addCommit(path, { 'fr.json': '{}' }, 9)
  expect(source.head('')).toBe(commits[2])
  expect(await source.refresh()).toBe(true)
  expect(source.head('')).toBe(unrelated)
  expect(source.repository?.readCommit(unrelated).parents).toEqual([])
})

test.skipIf(isWithoutGit)(
  'a new default branch and a newly configured branch are fetched',
  async () => {
    const { path, commits } = await createOrigin()
    const dataDir = createTemporaryFolder()
    const before = open(`file://${path}`, dataDir)
    await before.open()
    await before.close()
    const dev = await addCommit(path, { 'dev.json': '{}' }, 4, 'dev')
    const source = open(`file://${path}`, dataDir, ['', 'dev'])
    await source.open()
    expect([source.head(''), source.head('dev')]).toEqual([commits[2], dev])
    writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/dev\n')
    expect(await source.refresh()).toBe(true)
    expect(source.head('')).toBe(dev)
    expect(source.repository?.defaultBranch()).toBe('dev')
  },
)

test.skipIf(isWithoutGit)('a detached HEAD of a remote is followed', async () => {
  const { path, commits } = await createOrigin()
  writeFileSync(join(path, 'HEAD'), `${commits[0]}\n`)
  const source = open(`file://${path}`, createTemporaryFolder())
  await source.open()
  expect(source.error).toBe(undefined)
  expect(source.head('')).toBe(commits[0])
  await source.deepen()
  expect([await source.refresh(), source.error, source.head('')]).toEqual([
    false,
    undefined,
    commits[0],
  ])
})

test.skipIf(isWithoutGit)('a remote that vanished is still served, with an error', async () => {
  const { path, commits } = await createOrigin()
  const dataDir = createTemporaryFolder()
  const before = open(`file://${path}`, dataDir)
  await before.open()
  const { fetchedAt } = before
  await before.close()
  renameSync(path, `${path}.away`)
  onTestFinished(() => rmSync(`${path}.away`, { recursive: true }))

  const source = open(`file://${path}`, dataDir)
  await source.open()
  expect(source.error).toBe(undefined)
  expect(await source.refresh()).toBe(false)
  expect(source.error?.message).toMatch(/^file:.*does not appear to be a git repository/)
  expect(source.head('')).toBe(commits[2])
  expect(source.fetchedAt).toBe(fetchedAt)

  const never = open(`file://${path}`, createTemporaryFolder())
  await never.open()
  expect(never.repository).toBe(undefined)
  expect(never.error?.message).toMatch(/does not appear to be a git repository/)
})

test.skipIf(isWithoutGit)('a branch that vanished is still served, with an error', async () => {
  const { path } = await createOrigin()
  const dev = await addCommit(path, { 'dev.json': '{}' }, 4, 'dev')
  const source = open(`file://${path}`, createTemporaryFolder(), ['main', 'dev'])
  await source.open()
  rmSync(join(path, 'refs/heads/dev'))
  const next = await addCommit(path, { 'de.json': '{}' }, 5)
  await source.refresh()
  expect([source.head('main'), source.head('dev')]).toEqual([next, dev])
  expect([source.error, source.errorOf('main')]).toEqual([undefined, undefined])
  expect(source.errorOf('dev')?.message).toBe(`file://${path}: there is no branch dev`)
})

test.skipIf(isWithoutGit)(
  'files left by a crash are removed, and a damaged clone is replaced',
  async () => {
    const { path, commits } = await createOrigin()
    const dataDir = createTemporaryFolder()
    const before = open(`file://${path}`, dataDir)
    await before.open()
    const gitDir = before.repository?.place.gitDir ?? ''
    await before.close()
    const left = [
      'shallow.lock',
      'refs/heads/main.lock',
      'objects/pack/tmp_pack_1',
      'gc.pid',
      'objects/info/commit-graph.lock',
    ]
    for (const name of left) writeFileSync(join(gitDir, name), '')

    const second = open(`file://${path}`, dataDir)
    await second.open()
    expect(readdirSync(join(dataDir, 'repositories'))).toEqual([gitDir.split('/').at(-1)])
    expect(left.filter((name) => existsSync(join(gitDir, name)))).toEqual([])
    await second.close()

    for (const name of readdirSync(join(gitDir, 'objects'), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (/[0-9a-f]{38}$|\.pack$/.test(name)) truncateSync(join(gitDir, 'objects', name), 1)
    }
    const third = open(`file://${path}`, dataDir)
    await third.open()
    expect(third.error).toBe(undefined)
    expect(third.repository?.readCommit(commits[2] ?? '').oid).toBe(commits[2])
  },
)
