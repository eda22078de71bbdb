import type { SharedValues } from '../store/shared-values.ts'
import { createSharedBuckets, type SharedBuckets } from './buckets.ts'
import { connectRedis } from './connect.ts'
import { createSharedLooks, type SharedLooks } from './looks.ts'
import { createSharedValues } from './values.ts'

/** What several nodes share. Nothing rejects: without it, each node works on its own. */
export interface Shared {
  readonly values: SharedValues
  readonly looks: SharedLooks
  readonly buckets: SharedBuckets
  /** Returns whether the server answers. */
  isConnected(): boolean
  /** Closes the connections. */
  close(): void
}

/** Connects to Valkey or Redis. Rejects with RepositoryError if the optional package is missing. */
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
