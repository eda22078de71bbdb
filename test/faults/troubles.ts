import type { Redis } from '../support/redis.ts'
import type { Spreader } from './proxy.ts'
import type { Server } from './server.ts'

/** Three servers behind a proxy, and what they share. */
export interface Site {
  readonly nodes: readonly Server[]
  readonly redis: Redis
  readonly proxy: Spreader
  /** Starts a server again with the folder that it had. */
  restart(index: number): Promise<void>
}

/** A fault during pushes and requests. */
export interface Trouble {
  readonly what: string
  readonly begin: (site: Site) => Promise<void>
  readonly end?: (site: Site) => Promise<void>
  /** Whether servers work without each other meanwhile. */
  readonly isAlone?: boolean
  /** Whether some responses are lost. */
  readonly isLossy?: boolean
}

async function spoilRedis({ redis }: Site): Promise<void> {
  const keys = (await redis.ask('KEYS *')).match(/^gitglot\/.*$/gm) ?? []
  for (const [index, key] of keys.entries()) {
    const name = JSON.stringify(key.trim())
    if (index % 3 === 0) await redis.ask(`SETRANGE ${name} 6 nonsense`)
    else if (index % 3 === 1) await redis.ask(`SET ${name} nonsense`)
    else await redis.ask(`DEL ${name}\r\nLPUSH ${name} nonsense`)
  }
}

/** Each is begun during a push, and ended after the last one. */
export const TROUBLES: readonly Trouble[] = [
  { what: 'nothing wrong', begin: async () => {} },
  {
    what: 'a killed server',
    begin: async ({ nodes }) => nodes[1]?.kill(),
    end: ({ restart }) => restart(1),
  },
  {
    what: 'killed Redis',
    begin: ({ redis }) => redis.stop(),
    end: ({ redis }) => redis.start(),
    isAlone: true,
  },
  {
    what: 'slow Redis',
    begin: async ({ redis }) => void (await redis.ask('CLIENT PAUSE 4000')),
    isAlone: true,
  },
  {
    what: 'full Redis',
    begin: async ({ redis }) => void (await redis.ask('CONFIG SET maxmemory 1')),
    end: async ({ redis }) => void (await redis.ask('CONFIG SET maxmemory 0')),
    isAlone: true,
  },
  { what: 'wiped Redis', begin: async ({ redis }) => void (await redis.ask('FLUSHALL')) },
  { what: 'wrong data in Redis', begin: spoilRedis, isAlone: true },
  {
    what: 'a proxy that drops connections',
    begin: async ({ proxy }) => void Object.assign(proxy, { drops: 20 }),
    end: async ({ proxy }) => void Object.assign(proxy, { drops: 0 }),
    isAlone: true,
    isLossy: true,
  },
  {
    what: 'a rolling restart',
    async begin({ nodes, restart }) {
      for (let index = 0; index < nodes.length; index++) {
        await nodes[index]?.stop()
        await restart(index)
      }
    },
  },
]
