import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCloned } from '../../support/cloned-source.ts'
import {
  addCommit,
  createRepository,
  createTemporaryFolder,
  hasGit,
  runGit,
} from '../../support/git-repository.ts'

test.skipIf(!hasGit()).each(['pack', 'idx'])(
  'a clone with a damaged %s is replaced by the next fetch after a reported problem',
  async (extension) => {
    const trees = [1, 2, 3].map((n) => ({ 'a.json': `{"n":"${n}"}` }))
    const { path, commits } = await createRepository(trees)
    const dataDir = createTemporaryFolder()
    const source = createCloned(path, dataDir, { branches: ['main'] })
    await source.open()
    await source.deepen()
    const folder = join(source.repository?.place.gitDir ?? '', 'objects/pack')
    for (const name of readdirSync(folder).filter((file) => file.endsWith(extension))) {
      const file = join(folder, name)
      chmodSync(file, 0o644)
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0xa5, bytes.length - 30, bytes.length - 25))
    }
    const results = []
    for (const isSuspect of [false, true, false]) {
      if (isSuspect) source.suspect('damaged')
      await source.refresh()
      await source.deepen()
      results.push([source.isRepaired, source.head('main') === commits[2]])
    }
    expect(results).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ])
    const messages = commits.map((oid) => source.repository?.readCommit(oid).message)
    expect(messages).toEqual(['Commit 1\n', 'Commit 2\n', 'Commit 3\n'])
  },
)

test.skipIf(!hasGit())(
  'a clone with an index of version 1 is replaced by the next fetch',
  async () => {
    const { path, commits } = await createRepository([
      { 'a.json': '{}' },
      { 'a.json': '{"a":"b"}' },
    ])
    const source = createCloned(path, createTemporaryFolder(), { branches: ['main'] })
    await source.open()
    const { gitDir = '' } = source.repository?.place ?? {}
    const folder = join(gitDir, 'objects/pack')
    const [pack = ''] = readdirSync(folder).filter((file) => file.endsWith('.pack'))
    const index = pack.replace(/pack$/, 'idx')
    rmSync(join(folder, index))
    runGit(folder, 'index-pack', '--index-version=1', '-o', index, pack)
    await source.refresh()
    expect([source.isRepaired, source.error, source.head('main')]).toEqual([
      true,
      undefined,
      commits[1],
    ])
    expect(source.repository?.readCommit(commits[1] ?? '').message).toBe('Commit 2\n')
  },
)

const REFS_DAMAGES = [
  ['is cut off', (text: string) => text.slice(0, -10)],
  ['holds zeros', (text: string) => '\0'.repeat(text.length)],
] as const

test.skipIf(!hasGit()).each(REFS_DAMAGES)(
  'a clone is replaced on opening if its packed-refs %s',
  async (_what, damage) => {
    const { path, commits } = await createRepository([{ 'a.json': '{}' }])
    const dataDir = createTemporaryFolder()
    const open = async () => {
      const source = createCloned(path, dataDir, { branches: ['main'] })
      await source.open()
      return source
    }
    const gitDir = (await open()).repository?.place.gitDir ?? ''
    runGit(gitDir, 'pack-refs', '--all')
    // A branch that was fetched later is a loose ref.
    writeFileSync(join(gitDir, 'refs/heads/main'), `${commits[0]}\n`)
    const file = join(gitDir, 'packed-refs')
    writeFileSync(file, damage(readFileSync(file, 'utf8')))
    const next = await addCommit(path, { 'a.json': '{"a":"b"}' }, 1)
    const source = await open()
    await source.refresh()
    expect([source.error, source.head('main')]).toEqual([undefined, next])
  },
)
