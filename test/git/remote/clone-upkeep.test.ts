import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { measureDataDir } from '../../../src/git/data-size.ts'
import { createClonesRemover } from '../../../src/git/remote/unused-clones.ts'
import { createCloned } from '../../support/cloned-source.ts'
import {
  addCommit,
  createRepository,
  createTemporaryFolder,
  hasGit,
  runGit,
} from '../../support/git-repository.ts'

const isWithoutGit = !hasGit() // file:// needs it

test.skipIf(isWithoutGit)('clones that are not configured are removed after a day', async () => {
  const dataDir = createTemporaryFolder()
  const { path: first } = await createRepository([{ 'a.json': '{}' }])
  const { path: second } = await createRepository([{ 'b.json': '{}' }])
  const sources = [createCloned(first, dataDir), createCloned(second, dataDir)]
  await Promise.all(sources.map((source) => source.open()))
  const messages: string[] = []
  const start = () =>
    createClonesRemover(
      dataDir,
      () => [`file://${first}`],
      (message) => messages.push(message),
    )
  const remove = start()
  await remove()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const days of [365, -365]) {
    vi.setSystemTime(Date.now() + days * 86_400_000)
    await remove()
  }
  expect(readdirSync(join(dataDir, 'repositories'))).toHaveLength(2)
  const dayAgo = Date.now() / 1000 - 86_401
  const dirs = sources.map(({ repository }) => repository?.place.gitDir ?? '')
  for (const dir of dirs) utimesSync(join(dir, 'HEAD'), dayAgo, dayAgo)
  await start()()
  expect(dirs.map(existsSync)).toEqual([true, false])
  expect(messages).toEqual([
    `removed ${dirs[1]}: not in the configuration and not fetched for a day`,
  ])
})

test.skipIf(isWithoutGit)('an idle clone is repacked, and stays readable', async () => {
  const dataDir = createTemporaryFolder()
  const { path, commits } = await createRepository([{ 'a.json': '{}' }])
  const source = createCloned(path, dataDir)
  await source.open()
  await source.deepen()
  const gitDir = source.repository?.place.gitDir ?? ''
  const packs = () =>
    readdirSync(join(gitDir, 'objects/pack')).filter((name) => name.endsWith('.pack')).length
  for (let day = 1; day < 4; day++) {
    await addCommit(path, { 'a.json': `{"a":"${day}"}` }, day)
    await source.refresh()
    await source.maintain()
  }
  expect(packs()).toBe(4)
  await source.refresh()
  await source.maintain()
  expect(packs()).toBe(1)
  expect(existsSync(join(gitDir, 'objects/info/commit-graph'))).toBe(true)
  expect(readdirSync(join(gitDir, 'objects/pack')).some((name) => name.endsWith('.bitmap'))).toBe(
    true,
  )
  expect(source.repository?.readCommit(commits[0] ?? '').parents).toEqual([])
  const next = await addCommit(path, { 'a.json': '{"a":"z"}' }, 9)
  expect([await source.refresh(), source.error, source.head('')]).toEqual([true, undefined, next])
  expect(runGit(gitDir, 'fsck', '--no-dangling')).toBe('')
})

test.skipIf(isWithoutGit)(
  'clones beyond the limit of `disk` are refused, and existing ones are kept',
  async () => {
    const dataDir = createTemporaryFolder()
    const { path } = await createRepository([{ 'a.json': '{}' }])
    const more = { maxDataBytes: 400_000 }
    const first = createCloned(path, dataDir, more)
    await first.open()
    mkdirSync(join(dataDir, 'store'))
    writeFileSync(join(dataDir, 'store/data.mdb'), Buffer.alloc(500_000, 1))
    const { path: other } = await createRepository([{ 'b.json': '{}' }])
    const second = createCloned(other, dataDir, more)
    await second.open()
    // The store does not count, because it can shrink.
    expect(second.error).toBe(undefined)
    writeFileSync(join(dataDir, 'other'), Buffer.alloc(500_000, 1))
    const { path: third } = await createRepository([{ 'c.json': '{}' }])
    const refused = createCloned(third, dataDir, more)
    await refused.open()
    const { clones, store, rest } = await measureDataDir(dataDir)
    expect([clones > 0, store >= 500_000, rest >= 500_000]).toEqual([true, true, true])
    expect(refused.error?.message).toBe(
      `file://${third}: not cloned: the data folder uses ${clones + rest} bytes of the 400000 that \`disk\` allows`,
    )
    const next = await addCommit(path, { 'a.json': '{"a":"b"}' }, 3)
    expect([await first.refresh(), first.head('')]).toEqual([true, next])
  },
)
