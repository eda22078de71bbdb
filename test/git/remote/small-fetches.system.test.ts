import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { packBytes } from '../../../src/git/remote/clone-folder.ts'
import type { Source } from '../../../src/git/source.ts'
import { addCommit, runGit } from '../../support/git-repository.ts'
import { hasHttpBackend } from '../../support/git-server.ts'
import { createHttpSource, engines } from '../../support/http-source.ts'

/** Half a MB that does not compress. */
const large = randomBytes(500_000)

const bytesOf = (source: Source) => packBytes(source.repository?.place.gitDir ?? '')

async function growth(source: Source, work: () => Promise<unknown>): Promise<number> {
  const before = bytesOf(source)
  await work()
  return bytesOf(source) - before
}

const trees = Array.from({ length: 40 }, (_, n) => ({ 'a.bin': large, 'de.json': `{"n":"${n}"}` }))

describe.skipIf(!hasHttpBackend()).each(engines)('with $engine', ({ path: searchPath }) => {
  test('a force push transfers new objects only', async () => {
    const { path, commits, source } = await createHttpSource({ searchPath, trees })
    await source.open()
    await source.deepen()
    writeFileSync(join(path, 'refs/heads/main'), `${commits[9]}\n`)
    const next = await addCommit(path, { 'a.bin': large, 'de.json': '{"new":"b"}' }, 50)
    const bytes = await growth(source, () => source.refresh())
    expect([source.error, source.head('')]).toEqual([undefined, next])
    expect(bytes).toBeLessThan(10_000)
    expect(source.repository?.readCommit(next).parents).toEqual([commits[9]])
  })

  test('a new branch beside 5,000 tags does not transfer large objects again', async () => {
    const { path, commits, source } = await createHttpSource({ searchPath, trees })
    const tags = Array.from({ length: 5000 }, (_, n) => `${commits[n % 40]} refs/tags/v${n}\n`)
    rmSync(join(path, 'packed-refs'), { force: true })
    writeFileSync(join(path, 'packed-refs'), tags.sort().join(''))
    await source.open()
    await source.deepen()
    expect([source.error, source.repository?.resolve('v4999')]).toEqual([undefined, commits[39]])
    writeFileSync(join(path, 'refs/heads/dev'), `${commits[20]}\n`)
    const next = await addCommit(path, { 'a.bin': large, 'fr.json': '{}' }, 50, 'dev')
    const bytes = await growth(source, () => source.refresh())
    expect([source.error, source.repository?.resolve('origin/dev')]).toEqual([undefined, next])
    expect(bytes).toBeLessThan(100_000)
    expect(runGit(source.repository?.place.gitDir ?? '', 'fsck', '--no-dangling')).toBe('')
  })

  test('the history of a shallow remote is requested again after an hour', async () => {
    const { path, commits, source } = await createHttpSource({ searchPath, trees })
    const end = commits[20] ?? ''
    const isShallow = () => source.repository?.isShallow(end)
    writeFileSync(join(path, 'shallow'), `${end}\n`)
    await source.open()
    await source.deepen()
    expect(isShallow()).toBe(true)
    rmSync(join(path, 'shallow'))
    expect(await source.deepen()).toBe(false)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_001)
    await source.deepen()
    expect(isShallow()).toBe(false)
  })

  test('a remote whose HEAD points to no branch is served if a branch is configured', async () => {
    const { path, commits, url, source, restart } = await createHttpSource({ searchPath, trees })
    writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/none\n')
    await source.open()
    expect(source.error?.message).toBe(
      `${url}: HEAD points to no branch; name one as branch or ref`,
    )
    const named = restart({}, ['main'])
    await named.open()
    await named.deepen()
    expect([named.error, named.head('main')]).toEqual([undefined, commits[39]])
    expect(named.repository?.isShallow(commits[39] ?? '')).toBe(false)
  })
})
