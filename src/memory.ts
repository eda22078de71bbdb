import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/** Memory in bytes by purpose. The remainder is for digests and work in progress. */
export interface MemoryBudget {
  readonly total: number
  /** Columns of served translations. */
  readonly library: number
  /** Columns of earlier versions of translations. */
  readonly history: number
  /** Entries of the log. */
  readonly entries: number
  /** Views of other refs, without their units. */
  readonly views: number
  readonly pages: number
  /** Maximum that one worker thread may use for parsed data. */
  readonly thread: number
}

const LEAST = 64 << 20
const LEAST_OF_THREAD = 128 << 20

/** Divides the configured memory among its purposes (default: half of what the container or machine has). */
export function memoryBudget(memory: number | undefined): MemoryBudget {
  const total = memory ?? Math.max(LEAST, availableMemory() / 2)
  return {
    total,
    library: total / 8,
    history: total / 16,
    entries: total / 32,
    views: total / 16,
    pages: total / 8,
    thread: Math.max(LEAST_OF_THREAD, total),
  }
}

/** Without a limit, `constrainedMemory` is 0 or exceeds the physical memory. */
function availableMemory(): number {
  const limit = constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
