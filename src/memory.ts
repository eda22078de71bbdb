import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/** Bytes of memory, and how they are shared out. What is not named is for digests, and for what is being worked on. */
export interface MemoryBudget {
  readonly total: number
  /** Columns of translations as they are served. */
  readonly library: number
  /** Columns of translations as they were. */
  readonly history: number
  /** Entries of the log. */
  readonly entries: number
  /** What is shown at other refs, without units. */
  readonly views: number
  readonly pages: number
  /** Most that one worker thread may use for what it parses. */
  readonly thread: number
}

const LEAST = 64 << 20
const LEAST_OF_THREAD = 128 << 20

/** Shares out the memory of a configuration; by default half of what the container or the machine has. */
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

/** Without a limit `constrainedMemory` is 0, or more than there is. */
function availableMemory(): number {
  const limit = constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
