import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Jobs } from '../../src/jobs.ts'
import type { View } from '../../src/model/model.ts'
import { LaterValues } from '../../src/web/later.ts'

test('clients take turns: one that waits for much does not delay another', async () => {
  const jobs = new Jobs({ concurrency: 1, maxWaiting: 100, timeoutMs: 10_000 })
  const values = new LaterValues(jobs)
  const view: View = { key: 'v', siteKey: '', timestamp: undefined, projects: [] }
  const done: string[] = []
  const find = (key: string, client: string) =>
    values.find(
      view,
      key,
      async () => {
        await pause(5)
        done.push(key)
        return key
      },
      { client, maxWaitMs: 10_000 },
    )
  const crawled = ['1', '2', '3'].map((key) => find(key, 'crawler'))
  await Promise.all([...crawled, find('own', 'visitor')])
  expect(done).toEqual(['1', '2', 'own', '3'])
})
