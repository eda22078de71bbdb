import { expect, onTestFinished, test, vi } from 'vitest'
import { type CountRequest, createRateLimit } from '../../src/http/rate-limit.ts'
import { openShared } from '../../src/redis/shared.ts'
import { hasRedis, type Redis, startRedis } from '../support/redis.ts'

async function openNode({ url }: Redis, rate = '3/hour') {
  const node = await openShared({ url, prefix: 'gitglot/1/', warn: () => {} })
  onTestFinished(node.close)
  await node.values.get([])
  const count = createRateLimit(rate, node.buckets) as CountRequest
  return {
    isConnected: node.isConnected,
    /** What is left, and for how long there is a refusal. */
    async ask(client = 'a') {
      const { remaining, refusal } = await count(client)
      return [remaining, refusal?.retryAfterSeconds]
    },
  }
}

test.skipIf(!hasRedis)('nodes take out of the same buckets', async () => {
  const redis = await startRedis()
  const [a, b] = [await openNode(redis), await openNode(redis)]
  expect([await a.ask(), await b.ask(), await a.ask()]).toEqual([
    [2, undefined],
    [1, undefined],
    [0, undefined],
  ])
  expect(await b.ask()).toEqual([0, 1200])
  expect(await b.ask('other')).toEqual([2, undefined])
})

test.skipIf(!hasRedis)('a bucket fills again', async () => {
  const redis = await startRedis()
  const node = await openNode(redis, '2/second')
  expect([await node.ask(), await node.ask(), await node.ask()]).toEqual([
    [1, undefined],
    [0, undefined],
    [0, 1],
  ])
  await vi.waitFor(async () => expect(await node.ask()).toEqual([0, undefined]))
})

test.skipIf(!hasRedis)('what is no time of a bucket shuts nobody out', async () => {
  const redis = await startRedis()
  const node = await openNode(redis)
  const key = 'gitglot/1/bucket/a'
  await redis.ask(`SET ${key} nonsense`)
  expect(await node.ask()).toEqual([2, undefined])
  await redis.ask(`SET ${key} 9e99`)
  // As if it were empty, not for ever.
  expect(await node.ask()).toEqual([0, 1200])
  await redis.ask(`DEL ${key}`)
  await redis.ask(`LPUSH ${key} x`)
  expect(await node.ask()).toEqual([2, undefined])
})

test.skipIf(!hasRedis)('without the server each node counts for itself', async () => {
  const redis = await startRedis()
  const node = await openNode(redis)
  expect(await node.ask()).toEqual([2, undefined])
  await redis.stop()
  await vi.waitFor(() => expect(node.isConnected()).toBe(false))
  expect([await node.ask(), await node.ask()]).toEqual([
    [2, undefined],
    [1, undefined],
  ])
})
