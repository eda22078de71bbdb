import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

const LEAST = 64 << 20
const LEAST_OF_THREAD = 128 << 20

/**
 * Divides the configured memory among its purposes, in bytes (default: half of what the container or machine has). The
 * remainder is for digests and work in progress.
 */
export function memoryBudget(memory: number | undefined) {
  const total = memory ?? Math.max(LEAST, availableMemory() / 2)
  return {
    total,
    /** Columns of served translations. */
    library: total / 8,
    /** Columns of earlier versions of translations. */
    history: total / 16,
    /** Entries of the log. */
    entries: total / 32,
    /** Views of other refs, without their units. */
    views: total / 16,
    pages: total / 8,
    /** Maximum that one worker thread may use for parsed data. */
    thread: Math.max(LEAST_OF_THREAD, total),
  }
}

/** Without a limit, `constrainedMemory` is 0 or exceeds the physical memory. */
function availableMemory(): number {
  const limit = constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
