import { expect, test } from 'vitest'
import { hasHttpBackend } from '../support/git-server.ts'
import { main } from '../support/programs.ts'
import { hasRedis } from '../support/redis.ts'
import { runNodes } from './nodes.ts'

test.skipIf(!hasRedis || !hasHttpBackend())(
  'three servers that share Redis say the same and what is right, whatever fails',
  { timeout: 300_000 },
  async () => {
    for await (const row of runNodes({ main, engine: 'git' })) {
      expect(row).toMatchObject({ wrong: [] })
      expect(row.runs).toBeGreaterThan(100)
    }
  },
)
