import { randomBytes } from 'node:crypto'
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Source } from '../../../src/git/source.ts'
import { addCommit, type FileTree } from '../../support/git-repository.ts'
import { hasHttpBackend } from '../../support/git-server.ts'
import { createHttpSource, engines, type HttpSource } from '../../support/http-source.ts'

const maxBytes = 100_000

/** A history over the limit, with a small tip. */
const largeHistory: readonly FileTree[] = [
  { 'a.bin': randomBytes(200_000) },
  { 'de.json': '{"a":"b"}' },
  { 'de.json': '{}' },
]

const isShallow = (source: Source) => source.repository?.isShallow(source.head('') ?? '')

async function createRefused(searchPath: string | undefined): Promise<HttpSource> {
  const limits = { maxBytes }
  const created = await createHttpSource({ searchPath, limits, trees: largeHistory })
  await created.source.open()
  await created.source.deepen()
  created.remote.requests.length = 0
  return created
}

describe.skipIf(!hasHttpBackend()).each(engines)('with $engine', ({ path: searchPath }) => {
  test('a history that is too large is not requested again, not even after a restart', async () => {
    const { remote, source, restart, problem } = await createRefused(searchPath)
    const message = 'the clone would take more than 0.095 MiB (see max_remote_bytes and disk)'
    await source.deepen()
    const next = restart()
    await next.open()
    await next.deepen()
    expect(remote.requests).toEqual([])
    expect([problem(), next.error?.message]).toEqual([message, source.error?.message])
    expect([isShallow(source), isShallow(next)]).toEqual([true, true])
  })

  test('new commits are served while the history is refused, and the error stays', async () => {
    const { path, source, problem } = await createRefused(searchPath)
    const refusal = problem()
    const next = await addCommit(path, { 'de.json': '{"c":"d"}' }, 3)
    expect([await source.refresh(), source.head(''), problem()]).toEqual([true, next, refusal])
  })

  test('a history that is too large is requested again after an hour', async () => {
    const { remote, source } = await createRefused(searchPath)
    const file = join(source.repository?.place.gitDir ?? '', 'refused-history')
    const age = (seconds: number) => utimesSync(file, new Date(), Date.now() / 1000 - seconds)
    age(3500)
    await source.deepen()
    expect(remote.requests).toEqual([])
    age(3700)
    await source.deepen()
    expect(remote.requests.length).toBeGreaterThan(0)
  })

  test.each(['at once', 'after a restart'])(
    'a history that was too large is fetched %s if the limit is raised',
    async (when) => {
      const { source: first, restart, setLimits } = await createRefused(searchPath)
      setLimits({ maxBytes: 2 ** 30 })
      const source = when === 'at once' ? first : restart()
      await source.open()
      expect([await source.deepen(), source.error, isShallow(source)]).toEqual([
        true,
        undefined,
        false,
      ])
    },
  )

  test('a history that timed out is not requested again', async () => {
    const limits = { transferSeconds: 1, silenceSeconds: 30 }
    const { remote, name, source, problem } = await createHttpSource({ searchPath, limits })
    await source.open()
    remote.set(name, 'half and hang', 'pack')
    await source.deepen()
    const message = problem()
    remote.requests.length = 0
    await source.deepen()
    expect([message, problem(), remote.requests]).toEqual([
      'gave up after 1 seconds',
      'gave up after 1 seconds',
      [],
    ])
  })

  test('only the tip is fetched when a remote with a large history is rewritten', async () => {
    const { path, source } = await createRefused(searchPath)
    rmSync(join(path, 'refs/heads/main'))
    await addCommit(path, { 'b.bin': randomBytes(200_000) }, 9)
    const next = await addCommit(path, { 'fr.json': '{}' }, 10)
    expect([await source.refresh(), source.head(''), isShallow(source)]).toEqual([true, next, true])
  })
})
