import { oncePer } from '../cache.ts'
import type { View } from '../catalog/model.ts'
import { RepositoryError } from '../errors.ts'
import { type Job, type Jobs, NotReadyError } from '../jobs.ts'

/** A value that takes long: what is known of it by now. */
export interface Later<T> {
  /** Undefined while nothing is known, and where it cannot be known. */
  readonly value: T | undefined
  /** Whether there will be more. */
  readonly isAwaited: boolean
}

/** Work for a value; `publish` tells of a part of it that is known already. */
export type LaterWork<T> = (job: Job, publish: (part: T) => void) => Promise<T>

/**
 * The value of a view with this key: what is known of it now or a moment later. Nobody has to wait for it: the work goes
 * on, once for all who ask, and the next page shows more.
 */
export type FindLater = <T>(
  view: View,
  key: string,
  work: LaterWork<T>,
  options: LaterOptions,
) => Promise<Later<T>>

interface LaterOptions {
  /** Who asks first: clients have their turns one after the other. */
  readonly client: string
  /** How long the page waits for it (default: as `createLater` was told). */
  readonly maxWaitMs?: number | undefined
}

interface Entry {
  value: unknown
  isAwaited: boolean
  /** Why it failed: a bug. */
  fault: unknown
  /** Settles when it is no longer awaited. Never rejects. */
  end: Promise<void>
}

/** Values that are kept of a view. */
const MAX_ENTRIES = 1000

/** The function that finds such values; each page waits for them so long. */
export function createLater(jobs: Jobs, defaultWaitMs: number): FindLater {
  const entriesOf = oncePer((_view: View) => new Map<string, Entry>())
  function begin<T>(view: View, key: string, work: LaterWork<T>, client: string): Entry {
    const entries = entriesOf(view)
    const entry: Entry = {
      value: undefined,
      isAwaited: true,
      fault: undefined,
      end: Promise.resolve(),
    }
    const publish = (part: T) => {
      entry.value = part
    }
    const fail = (error: unknown) => {
      if (error instanceof RepositoryError) {
        entry.isAwaited = false
        return
      }
      // Whoever asks next begins again.
      entries.delete(key)
      if (!(error instanceof NotReadyError)) entry.fault = error
    }
    // Nobody can hang up on it.
    const { signal } = new AbortController()
    entry.end = jobs
      .run(`page ${key} ${view.key}`, { client, signal }, (job) => work(job, publish))
      .then((value) => {
        publish(value)
        entry.isAwaited = false
      })
      .catch(fail)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    return entry
  }
  return async <T>(
    view: View,
    key: string,
    work: LaterWork<T>,
    { client, maxWaitMs = defaultWaitMs }: LaterOptions,
  ) => {
    const entry = entriesOf(view).get(key) ?? begin(view, key, work, client)
    if (entry.isAwaited) await withinTime(entry.end, maxWaitMs)
    if (entry.fault !== undefined) throw entry.fault
    // The key says of which type it is.
    return { value: entry.value as T | undefined, isAwaited: entry.isAwaited }
  }
}

async function withinTime(end: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([end, late])
  clearTimeout(timer)
}
