import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Jobs } from '../../src/jobs.ts'
import type { View } from '../../src/model/model.ts'
import { createLater } from '../../src/web/later.ts'

test('what the pages of one visitor wait for does not hold up those of another', async () => {
  const jobs = new Jobs({ concurrency: 1, maxWaiting: 100, timeoutMs: 10_000 })
  const findLater = createLater(jobs, 10_000)
  const view: View = { key: 'v', siteKey: '', timestamp: undefined, projects: [] }
  const done: string[] = []
  const find = (key: string, client: string) =>
    findLater(
      view,
      key,
      async () => {
        await pause(5)
        done.push(key)
        return key
      },
      { client },
    )
  const crawled = ['1', '2', '3'].map((key) => find(key, 'crawler'))
  await Promise.all([...crawled, find('own', 'visitor')])
  expect(done).toEqual(['1', '2', 'own', '3'])
})
