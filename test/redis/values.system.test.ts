import { expect, onTestFinished, test, vi } from 'vitest'
import { openShared } from '../../src/redis/shared.ts'
import { type Bucket, openStore } from '../../src/store/store.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { hasRedis, type Redis, startRedis } from '../support/redis.ts'

interface Node {
  readonly digests: Bucket<{ readonly n: number }>
  readonly isConnected: () => boolean
  readonly warnings: readonly string[]
  /** Closes it, so that other nodes find what it stored. */
  close(): Promise<void>
}

/** A node with a store of its own. */
async function openNode({ url }: Redis, version = '1'): Promise<Node> {
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const shared = await openShared({ url, prefix: `gitglot/${version}/`, warn })
  const store = openStore({ path: createTemporaryFolder(), shared: shared.values })
  async function close(): Promise<void> {
    await store.close()
    shared.close()
  }
  onTestFinished(close)
  const digests = store.bucket<{ n: number }>({ name: 'digests', isShared: true })
  return { digests, isConnected: shared.isConnected, warnings, close }
}

/** What a new node finds of `a` and `b`. */
async function found(redis: Redis, version?: string): Promise<unknown[]> {
  const { digests, close } = await openNode(redis, version)
  await digests.fetch(['a', 'b'])
  const values = ['a', 'b'].map((key) => digests.get(key)?.n)
  await close()
  return values
}

test.skipIf(!hasRedis)('a node has what another one of the same version stored', async () => {
  const redis = await startRedis()
  const first = await openNode(redis)
  await first.digests.fetch([])
  first.digests.set('a', { n: 1 })
  await first.close()
  expect(await found(redis)).toEqual([1, undefined])
  expect(await found(redis, '2')).toEqual([undefined, undefined])
  expect(await redis.ask('FLUSHALL')).toContain('OK')
  expect(await found(redis)).toEqual([undefined, undefined])
})

test.skipIf(!hasRedis)('what is damaged or in a wrong place does not count', async () => {
  const redis = await startRedis()
  const first = await openNode(redis)
  await first.digests.fetch([])
  first.digests.set('a', { n: 1 })
  await first.close()
  const place = 'gitglot/1/digests'
  await redis.ask(`COPY ${place}/a ${place}/b REPLACE`)
  expect(await found(redis)).toEqual([1, undefined])
  await redis.ask(`SETRANGE ${place}/a 6 x`)
  expect(await found(redis)).toEqual([undefined, undefined])
  await redis.ask(`DEL ${place}/a`)
  await redis.ask(`LPUSH ${place}/a x`)
  expect(await found(redis)).toEqual([undefined, undefined])
})

test.skipIf(!hasRedis)(
  'a node without its server goes on alone, says so once, and comes back',
  async () => {
    const redis = await startRedis()
    const node = await openNode(redis)
    await node.digests.fetch([])
    await redis.stop()
    await vi.waitFor(() => expect(node.isConnected()).toBe(false))
    await node.digests.fetch(['a'])
    expect(node.digests.get('a')).toBeUndefined()
    node.digests.set('a', { n: 1 })
    expect(node.digests.get('a')).toEqual({ n: 1 })
    await redis.start()
    await vi.waitFor(() => expect(node.isConnected()).toBe(true), 10_000)
    node.digests.set('b', { n: 2 })
    await node.close()
    expect(await found(redis)).toEqual([undefined, 2])
    expect(node.warnings).toEqual([
      expect.stringMatching(/^redis: connecting: .*; this node goes on alone$/),
      'redis: works again',
    ])
  },
)

test.skipIf(!hasRedis)('a full server is reported once, and still read', async () => {
  const redis = await startRedis()
  const node = await openNode(redis)
  await node.digests.fetch([])
  node.digests.set('a', { n: 1 })
  await vi.waitFor(async () => expect(await found(redis)).toEqual([1, undefined]))
  await redis.ask('CONFIG SET maxmemory 1')
  for (const key of ['b', 'c', 'd']) {
    node.digests.set(key, { n: 2 })
    await vi.waitFor(() => expect(node.isConnected()).toBe(false))
    expect(await found(redis)).toEqual([1, undefined])
  }
  await redis.ask('CONFIG SET maxmemory 0')
  node.digests.set('b', { n: 2 })
  await vi.waitFor(() => expect(node.isConnected()).toBe(true))
  expect(node.warnings).toEqual([
    expect.stringMatching(/^redis: writing: OOM .*; this node goes on alone$/),
    'redis: works again',
  ])
})

test.skipIf(!hasRedis)('nobody waits long for a slow server, and only once', async () => {
  const redis = await startRedis()
  const node = await openNode(redis)
  await node.digests.fetch([])
  await redis.ask('CLIENT PAUSE 4000')
  const start = performance.now()
  for (const key of ['a', 'b', 'c']) {
    await node.digests.fetch([key])
    expect(node.digests.get(key)).toBeUndefined()
  }
  expect(performance.now() - start).toBeLessThan(3000)
  expect(node.isConnected()).toBe(false)
})

test.skipIf(!hasRedis)('a node starts where there is no server', async () => {
  const redis = await startRedis()
  await redis.stop()
  expect(await found(redis)).toEqual([undefined, undefined])
})
