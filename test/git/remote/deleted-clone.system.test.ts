import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addCommit, runGit } from '../../support/git-repository.ts'
import { hasHttpBackend } from '../../support/git-server.ts'
import { createHttpSource, engines } from '../../support/http-source.ts'

/** Ways to damage the clone in a folder. */
const DELETIONS: Readonly<Record<string, (gitDir: string) => void>> = {
  'all of it': (gitDir) => rmSync(gitDir, { recursive: true }),
  'the folder of all clones': (gitDir) => rmSync(dirname(gitDir), { recursive: true }),
  objects: (gitDir) => rmSync(join(gitDir, 'objects'), { recursive: true }),
  'objects/pack': (gitDir) => rmSync(join(gitDir, 'objects/pack'), { recursive: true }),
  'the packs': (gitDir) => removePacks(gitDir, (name) => name.endsWith('.pack')),
  'the indexes': (gitDir) => removePacks(gitDir, (name) => name.endsWith('.idx')),
  'one pack with its index': (gitDir) => {
    const [first = ''] = readdirSync(join(gitDir, 'objects/pack')).sort()
    removePacks(gitDir, (name) => name.startsWith(first.split('.')[0] ?? ''))
  },
  'the end of a pack': (gitDir) => {
    const folder = join(gitDir, 'objects/pack')
    const [pack = ''] = readdirSync(folder).filter((name) => name.endsWith('.pack'))
    truncateSync(join(folder, pack), 20)
  },
  refs: (gitDir) => rmSync(join(gitDir, 'refs'), { recursive: true }),
  'refs/heads': (gitDir) => rmSync(join(gitDir, 'refs/heads'), { recursive: true }),
  HEAD: (gitDir) => rmSync(join(gitDir, 'HEAD')),
  'the content of HEAD': (gitDir) => writeFileSync(join(gitDir, 'HEAD'), ''),
  'the content of a ref': (gitDir) => writeFileSync(join(gitDir, 'refs/heads/main'), '\0\0\0'),
  config: (gitDir) => rmSync(join(gitDir, 'config')),
}

function removePacks(gitDir: string, isGone: (name: string) => boolean): void {
  const folder = join(gitDir, 'objects/pack')
  for (const name of readdirSync(folder).filter(isGone)) rmSync(join(folder, name))
}

describe.skipIf(!hasHttpBackend()).each(engines)('with $engine', ({ path: searchPath }) => {
  test('a clone that lost any part is complete after the next fetch, and then follows its remote', async () => {
    const { path, commits, source } = await createHttpSource({ searchPath })
    await source.open()
    await source.deepen()
    for (const [what, remove] of Object.entries(DELETIONS)) {
      const gitDir = source.repository?.place.gitDir ?? ''
      remove(gitDir)
      await source.refresh()
      await source.deepen()
      expect([what, source.error, source.head('')]).toEqual([what, undefined, commits[2]])
      expect([what, runGit(gitDir, 'fsck', '--full', '--no-dangling')]).toEqual([what, ''])
      expect(runGit(gitDir, 'rev-list', '--count', '--objects', 'HEAD')).toBe('9')
    }
    const next = await addCommit(path, { 'de.json': '{}' }, 3)
    expect([await source.refresh(), source.error, source.head('')]).toEqual([true, undefined, next])
    const messages = [...commits, next].map((oid) => source.repository?.readCommit(oid).message)
    expect(messages).toEqual(['Commit 1\n', 'Commit 2\n', 'Commit 3\n', 'Commit 4\n'])
  })

  test('a shallow clone without its file `shallow` is cloned again', async () => {
    const { commits, source } = await createHttpSource({ searchPath })
    await source.open()
    const gitDir = source.repository?.place.gitDir ?? ''
    rmSync(join(gitDir, 'shallow'))
    await source.refresh()
    expect([source.error, source.isRepaired]).toEqual([undefined, true])
    expect(source.repository?.isShallow(commits[2] ?? '')).toBe(true)
    expect(runGit(gitDir, 'fsck', '--full', '--no-dangling')).toBe('')
  })

  test('a clone deleted while its remote fails is cloned once the remote works', async () => {
    const { remote, name, commits, source } = await createHttpSource({ searchPath })
    await source.open()
    rmSync(source.repository?.place.gitDir ?? '', { recursive: true })
    remote.set(name, '500')
    await source.refresh()
    expect([source.failures, source.head('')]).toEqual([1, commits[2]])
    remote.cure()
    await source.refresh()
    expect([source.error, source.head('')]).toEqual([undefined, commits[2]])
    expect(runGit(source.repository?.place.gitDir ?? '', 'fsck', '--full')).toBe('')
  })
})
