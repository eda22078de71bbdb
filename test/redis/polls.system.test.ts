import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openShared, type Shared } from '../../src/redis/shared.ts'
import { hasRedis, type Redis, startRedis } from '../support/redis.ts'

const URL = 'https://user:hunter2@example.org/r.git'
const SAME = 'https://example.org/r.git'
const OTHER = 'https://example.org/other.git'

async function openNode({ url }: Redis): Promise<Shared> {
  const shared = await openShared({ url, prefix: 'gitglot/1/', warn: () => {} })
  onTestFinished(shared.close)
  await shared.values.get([])
  return shared
}

/** What a node hears of two remotes. */
function hear({ polls }: Shared): unknown[] {
  const heard: unknown[] = []
  polls.onNews((isAbout, refs) => heard.push([isAbout(SAME), isAbout(OTHER), refs]))
  return heard
}

test.skipIf(!hasRedis)('one of several nodes may poll, until it releases the remote', async () => {
  const redis = await startRedis()
  const [a, b] = [await openNode(redis), await openNode(redis)]
  expect(await a.polls.claim(URL, 60)).toBe(true)
  expect(await b.polls.claim(SAME, 60)).toBe(false)
  expect(await b.polls.claim(OTHER, 0.2)).toBe(true)
  a.polls.release(URL)
  await vi.waitFor(async () => expect(await b.polls.claim(SAME, 60)).toBe(true))
  await pause(250)
  expect(await a.polls.claim(OTHER, 60)).toBe(true)
})

test.skipIf(!hasRedis)('nodes know what was found last, and hear of news of others', async () => {
  const redis = await startRedis()
  const [a, b] = [await openNode(redis), await openNode(redis)]
  const [ofA, ofB] = [hear(a), hear(b)]
  expect(await b.polls.last(SAME)).toBeUndefined()
  // It listens on a connection of its own, which takes its time.
  await vi.waitFor(async () => {
    expect(await redis.ask('PUBSUB NUMSUB gitglot/1/polls')).toContain(':2')
  })
  a.polls.report(URL, { refs: 'one', at: 1000 }, true)
  await vi.waitFor(() => expect(ofB).toEqual([[true, false, 'one']]))
  a.polls.report(URL, { refs: 'one', at: 2000 }, false)
  await vi.waitFor(async () => {
    expect(await b.polls.last(SAME)).toEqual({ refs: 'one', at: 2000 })
  })
  expect([ofA, ofB]).toEqual([[], [[true, false, 'one']]])
  expect(await redis.ask('KEYS *')).not.toMatch(/hunter2|example/)
})

test.skipIf(!hasRedis)('what is no news and no result counts as none', async () => {
  const redis = await startRedis()
  const node = await openNode(redis)
  const heard = hear(node)
  await vi.waitFor(async () => {
    expect(await redis.ask('PUBSUB NUMSUB gitglot/1/polls')).toContain(':1')
  })
  for (const text of ['x', '[]', '{}', 'null', '7', '{"refs":7}']) {
    await redis.ask(`PUBLISH gitglot/1/polls ${text}`)
  }
  node.polls.report(SAME, { refs: 'one', at: 1000 }, false)
  await vi.waitFor(async () => expect(await node.polls.last(SAME)).toBeDefined())
  const [key] = (await redis.ask('KEYS gitglot/1/poll/*')).match(/gitglot\S+/) ?? []
  for (const text of ['x', '[]', 'null', '{"refs":7,"at":1}', '{"refs":"one"}']) {
    await redis.ask(`SET ${key} ${text.replaceAll('"', '\\"')}`)
    expect(await node.polls.last(SAME)).toBeUndefined()
  }
  expect(heard).toEqual([])
})

test.skipIf(!hasRedis)(
  'without the server every node polls for itself, and hears again once it is back',
  async () => {
    const redis = await startRedis()
    const [a, b] = [await openNode(redis), await openNode(redis)]
    const heard = hear(b)
    expect(await a.polls.claim(URL, 60)).toBe(true)
    await redis.stop()
    await vi.waitFor(() => expect([a, b].map((one) => one.isConnected())).toEqual([false, false]))
    expect([await a.polls.claim(URL, 60), await b.polls.claim(URL, 60)]).toEqual([true, true])
    expect(await b.polls.last(URL)).toBeUndefined()
    await redis.start()
    await vi.waitFor(async () => {
      expect(await redis.ask('PUBSUB NUMSUB gitglot/1/polls')).toContain(':1')
      expect(a.isConnected()).toBe(true)
    }, 10_000)
    a.polls.report(URL, { refs: 'two', at: 1000 }, true)
    await vi.waitFor(() => expect(heard).toEqual([[true, false, 'two']]))
  },
)
