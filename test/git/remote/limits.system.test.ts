import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RemoteLimits } from '../../../src/git/remote/limits.ts'
import type { Fault, Phase } from '../../support/faulty-remote.ts'
import { addCommit } from '../../support/git-repository.ts'
import { hasHttpBackend } from '../../support/git-server.ts'
import { createHttpSource, engines, type HttpSource } from '../../support/http-source.ts'

const mebibyte = 2 ** 20

function prepare(
  searchPath: string | undefined,
  limits: Partial<RemoteLimits> = {},
): Promise<HttpSource> {
  return createHttpSource({ searchPath, limits })
}

describe.skipIf(!hasHttpBackend()).each(engines)('with $engine', ({ path: searchPath }) => {
  test('an endless pack fails at the limit, and leaves no files', async () => {
    const maxBytes = 8 * mebibyte
    const { remote, name, dataDir, source, problem } = await prepare(searchPath, { maxBytes })
    remote.set(name, 'endless', 'pack')
    await source.open()
    expect(problem()).toBe(`the clone would take more than 8 MiB (see max_remote_bytes and disk)`)
    // Bytes in buffers of the system count as sent, too.
    expect(remote.sentBytes).toBeLessThan(maxBytes + 16 * mebibyte)
    expect(readdirSync(join(dataDir, 'repositories'))).toEqual([])
    remote.cure()
    await source.refresh()
    expect([source.error, source.head('') === undefined]).toEqual([undefined, false])
  })

  test('many fetches do not grow a clone over the limit', async () => {
    const { path, source, problem } = await prepare(searchPath, { maxBytes: 40_000 })
    await source.open()
    const heads = [source.head('')]
    for (let day = 3; day < 6; day++) {
      const noise = randomBytes(15_000).toString('base64')
      await addCommit(path, { 'de.json': noise }, day)
      await source.refresh()
      heads.push(source.head(''))
    }
    expect(problem()).toBe(
      'the clone would take more than 0.038 MiB (see max_remote_bytes and disk)',
    )
    expect(new Set(heads).size).toBeGreaterThan(2)
    expect(heads.at(-1)).not.toBe(undefined)
  })

  test.each(['start', 'refs'] as const)(
    'an endless list of refs fails in the phase %s',
    async (phase) => {
      const limits = { maxMemoryBytes: 64 * mebibyte }
      const { remote, name, source, problem } = await prepare(searchPath, limits)
      remote.set(name, 'endless', phase)
      await source.open()
      expect(problem()).toBe('its list of refs is larger than 16 MiB')
      expect(remote.sentBytes).toBeLessThan(400 * mebibyte)
    },
  )

  test('a compressed list of refs is refused', async () => {
    const limits = { maxMemoryBytes: 64 * mebibyte }
    const { remote, name, source, problem } = await prepare(searchPath, limits)
    remote.set(name, 'gzip bomb')
    await source.open()
    expect(problem()).toBe('answered with the encoding gzip, which was not requested')
  })

  const hanging: readonly (readonly [Fault, Phase])[] = [
    ['hang', 'start'],
    ['slow header', 'refs'],
    ['slow', 'pack'],
    ['half and hang', 'pack'],
  ]
  test.each(hanging)(
    'a fetch with the fault %s in the phase %s fails, and changes nothing',
    async (fault, phase) => {
      const { remote, path, name, source, problem } = await prepare(searchPath, {
        silenceSeconds: 2,
      })
      await source.open()
      const before = source.head('')
      remote.set(name, fault, phase)
      await addCommit(path, { 'de.json': '{}' }, 3)
      await source.refresh()
      expect(problem()).toMatch(/gave up after|Operation too slow|expected 'acknowledgments'/)
      expect(source.head('')).toBe(before)
    },
  )

  test.each(['half', 'damaged', 'empty', 'reset', '500'] as const)(
    'a pack with the fault %s changes nothing, and the next fetch gets it',
    async (fault) => {
      const { remote, path, name, source, problem } = await prepare(searchPath)
      await source.open()
      const before = source.head('')
      const next = await addCommit(path, { 'de.json': '{"a":"b"}' }, 3)
      remote.set(name, fault, 'pack')
      await source.refresh()
      expect([problem() === undefined, source.head('')]).toEqual([false, before])
      remote.cure()
      await source.refresh()
      expect([source.error, source.head('')]).toEqual([undefined, next])
      expect(source.repository?.readCommit(next).oid).toBe(next)
    },
  )

  test('a history that failed is requested again, and the error stays until then', async () => {
    const { remote, name, source, problem } = await prepare(searchPath)
    await source.open()
    remote.set(name, '500', 'pack')
    await source.deepen()
    await source.refresh()
    const isShallow = () => source.repository?.isShallow(source.head('') ?? '')
    expect([problem() === undefined, isShallow()]).toEqual([false, true])
    remote.cure()
    await source.deepen()
    expect([problem(), isShallow()]).toEqual([undefined, false])
  })

  test('a login page is reported as such', async () => {
    const { remote, name, source, problem } = await prepare(searchPath)
    remote.set(name, 'web page')
    await source.open()
    expect(problem()).toBe(
      'answered with a web page (HTML) instead of a repository: it may need a login',
    )
  })

  test('a redirect to a host that is not allowed is refused', async () => {
    const { remote, name, source, problem } = await prepare(searchPath)
    remote.set(name, 'redirect to another host')
    await source.open()
    const host = new URL(remote.origin).host.replace('127.0.0.1', 'localhost')
    expect(problem()).toBe(
      `redirected to http://${host}, which is refused: allow the host in redirect_hosts`,
    )
    expect(remote.requests.length).toBeLessThan(3)
  })

  test('a redirect to an allowed host is followed by every fetch', async () => {
    const redirectHosts: string[] = []
    const { remote, path, name, source } = await prepare(searchPath, { redirectHosts })
    redirectHosts.push(new URL(remote.origin).host.replace('127.0.0.1', 'localhost'))
    remote.set(name, 'redirect to another host')
    await source.open()
    const next = await addCommit(path, { 'de.json': '{}' }, 3)
    expect([source.error, await source.refresh(), source.head('')]).toEqual([undefined, true, next])
  })

  test.each(['redirect in circles', 'redirect to a file', 'redirect to a program'] as const)(
    'a %s is refused',
    async (fault) => {
      const { remote, name, source, problem } = await prepare(searchPath)
      remote.set(name, fault)
      await source.open()
      expect(problem()).toMatch(/^(too many redirects|redirected to .* refused)/)
    },
  )

  test('an unchanged remote costs one list of refs', async () => {
    const { remote, source } = await prepare(searchPath)
    await source.open()
    await source.deepen()
    remote.requests.length = 0
    expect(await source.refresh()).toBe(false)
    // HEAD, branches and tags are requested at the same time.
    expect(remote.requests.map((request) => request.split(' ')[0])).toEqual([
      'GET',
      'POST',
      'POST',
      'POST',
    ])
  })
})
