import { describe, expect, test } from 'vitest'
import { hasHttpBackend } from '../support/git-server.ts'
import { main } from '../support/programs.ts'
import { hasRedis } from '../support/redis.ts'
import { runNodes } from './nodes.ts'

describe.skipIf(!hasHttpBackend())('three servers that share Redis', () => {
  test.skipIf(!hasRedis)(
    'say the same and what is right, whatever fails',
    async () => {
      // Other tests run beside it.
      for await (const row of runNodes({ main, engine: 'system', slack: 10 })) {
        expect(row).toMatchObject({ wrong: [] })
        expect(row.runs).toBeGreaterThan(100)
      }
    },
    600_000,
  )
})
