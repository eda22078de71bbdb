import type { SharedValues } from '../store/shared-values.ts'
import { createSharedBuckets, type SharedBuckets } from './buckets.ts'
import { connectRedis } from './connect.ts'
import { createSharedLooks, type SharedLooks } from './looks.ts'
import { createSharedValues } from './values.ts'

/** What several nodes share. Nothing rejects: without it each node goes on alone. */
export interface Shared {
  readonly values: SharedValues
  readonly looks: SharedLooks
  readonly buckets: SharedBuckets
  /** Whether it can be used now. */
  isConnected(): boolean
  /** Ends the connections. */
  close(): void
}

/** What nodes share through one Valkey or Redis. Throws RepositoryError where the optional package is missing. */
export async function openShared(options: Parameters<typeof connectRedis>[0]): Promise<Shared> {
  const redis = await connectRedis(options)
  return {
    values: createSharedValues(redis),
    looks: createSharedLooks(redis),
    buckets: createSharedBuckets(redis),
    isConnected: redis.isConnected,
    close: redis.close,
  }
}
