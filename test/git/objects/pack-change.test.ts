import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openRepository } from '../../../src/git/open.ts'
import { addCommit, createRepository, hasGit, runGit } from '../../support/git-repository.ts'
import { addPack, blobId, type ForgedEntry } from '../../support/pack.ts'

function blobOf(text: string): ForgedEntry {
  const data = Buffer.from(text)
  return { oid: blobId(data), type: 3, data }
}

const [first, second, third] = [blobOf('one'), blobOf('two'), blobOf('three')] as const

test('a new pack is found', async () => {
  const { path } = await createRepository([])
  const repository = openRepository({ path })
  for (const blob of [first, second, third]) {
    expect(() => repository.readBlob(blob.oid)).toThrow('missing')
    addPack(path, [blob])
    expect(repository.readBlob(blob.oid)).toEqual(blob.data)
  }
})

test('a pack that replaces others is found, even if they were never read', async () => {
  const { path } = await createRepository([])
  const read = addPack(path, [first])
  const unread = addPack(path, [second])
  const repository = openRepository({ path })
  repository.readBlob(first.oid)
  addPack(path, [first, second, third])
  for (const base of [read, unread]) for (const end of ['idx', 'pack']) rmSync(`${base}.${end}`)
  const texts = [first, second, third].map((blob) => repository.readBlob(blob.oid).toString())
  expect(texts).toEqual(['one', 'two', 'three'])
})

test('an index is read again once it is completely written', async () => {
  const { path } = await createRepository([])
  const index = `${addPack(path, [first])}.idx`
  const bytes = readFileSync(index)
  writeFileSync(index, bytes.subarray(0, 1080))
  const repository = openRepository({ path })
  expect(() => repository.readBlob(first.oid)).toThrow(
    `object ${first.oid}: ${index}: expected 1100 bytes for 1 objects, found 1080`,
  )
  writeFileSync(index, bytes)
  expect(repository.readBlob(first.oid)).toEqual(first.data)
})

test.runIf(existsSync('/proc/self/fd'))(
  'at most 32 files are open for any number of packs',
  async () => {
    const { path } = await createRepository([])
    const blobs = Array.from({ length: 100 }, (_, i) => blobOf(`text ${i}`))
    for (const blob of blobs) addPack(path, [blob])
    const openFiles = (): number => readdirSync('/proc/self/fd').length
    const before = openFiles()
    const repository = openRepository({ path, cacheBytes: 1 })
    for (const round of [blobs, blobs.toReversed(), blobs]) {
      for (const blob of round) expect(repository.readBlob(blob.oid)).toEqual(blob.data)
    }
    expect(openFiles() - before).toBeLessThanOrEqual(32)
    repository.close()
    expect(openFiles() - before).toBe(0)
  },
)

describe.runIf(hasGit())('with git at work (skipped without git)', () => {
  test('commits are read while the repository is repacked', async () => {
    const { path } = await createRepository([])
    const repository = openRepository({ path })
    const commits: string[] = []
    for (let day = 0; day < 6; day++) {
      commits.push(
        await addCommit(path, { 'a.txt': `text ${day}\n`.repeat(200), day: `${day}` }, day),
      )
      if (day % 2) runGit(path, 'repack', '-a', '-d', '-q')
      else runGit(path, 'gc', '-q', '--prune=now')
      expect(repository.resolve('main')).toBe(commits.at(-1))
      const messages = commits.map((oid) => repository.readCommit(oid).message)
      expect(messages).toEqual(commits.map((_, i) => `Commit ${i + 1}\n`))
    }
  })

  test('a clone that shares its objects is read', async () => {
    const { path, commits } = await createRepository([{ 'a.txt': 'one' }, { 'a.txt': 'two' }])
    runGit(path, 'gc', '-q')
    runGit(path, 'clone', '-q', '--shared', '--bare', path, 'shared.git')
    const repository = openRepository({ path: join(path, 'shared.git') })
    expect(repository.resolve('main')).toBe(commits[1])
    expect(repository.readCommit(commits[0] ?? '').parents).toEqual([])
  })

  test('a shallow clone ends at its boundary', async () => {
    const { path, commits } = await createRepository([{ a: '1' }, { a: '2' }, { a: '3' }])
    runGit(path, 'clone', '-q', '--depth', '2', '--bare', `file://${path}`, 'shallow.git')
    const repository = openRepository({ path: join(path, 'shallow.git') })
    expect(commits.map((oid) => repository.isShallow(oid))).toEqual([false, true, false])
    expect(repository.readCommit(commits[1] ?? '').parents).toEqual([commits[0]])
    expect(() => repository.readCommit(commits[0] ?? '')).toThrow(`object ${commits[0]}: missing`)
  })
})
