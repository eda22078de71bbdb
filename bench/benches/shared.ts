import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openShared } from '../../src/redis/shared.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { goalRow, type Row, type Setting } from '../bench.ts'

const DIGESTS = 10_000
const BYTES = 500
const WANTED_MS = 50
const PORT = 16_379

/** Opens the in-memory store of one server. */
async function openNode(): Promise<Store> {
  const url = `redis://127.0.0.1:${PORT}`
  const shared = await openShared({ url, prefix: 'gitglot/bench/', warn: console.error })
  const store = openStore({ path: undefined, shared: shared.values })
  const close = store.close.bind(store)
  store.close = async () => {
    await close()
    shared.close()
  }
  return store
}

const SHARED = { name: 'digests', isShared: true }

/** Returns how many values a new server fetches, and how long that takes once it is connected. */
async function fetchInNewNode(keys: readonly string[]) {
  const node = await openNode()
  const bucket = node.bucket<string>(SHARED)
  await bucket.fetch(['-'])
  const start = performance.now()
  await bucket.fetch(keys)
  const milliseconds = performance.now() - start
  const count = node.counts.get(SHARED.name)?.brought ?? 0
  await node.close()
  return { count, milliseconds }
}

/** Fetches and verifies digests that another server stored; skipped without redis-server. */
export async function rows({ runs }: Setting): Promise<Row[]> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return []
  const server = spawn('redis-server', ['--port', `${PORT}`, '--save', ''])
  await once(server.stdout, 'data')
  const keys = Array.from({ length: DIGESTS }, (_, index) => `${index}`)
  const ours: number[] = []
  try {
    const first = await openNode()
    const stored = first.bucket<string>(SHARED)
    while ((await fetchInNewNode(['0'])).count === 0) {
      for (const key of keys) stored.set(key, key.padEnd(BYTES))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await first.close()
    for (let run = 0; run < runs; run++) {
      const { count, milliseconds } = await fetchInNewNode(keys)
      ours.push(milliseconds)
      if (count !== DIGESTS) throw new Error(`expected ${DIGESTS} digests, found ${count}`)
    }
  } finally {
    server.kill()
  }
  return [goalRow(`${DIGESTS} digests of ${BYTES} bytes from Redis`, 'ms', ours, WANTED_MS)]
}
