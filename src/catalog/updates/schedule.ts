import PQueue from 'p-queue'
import type { Source } from '../../git/source.ts'

interface ScheduleOptions {
  /** Seconds between two looks at each. */
  readonly intervals: ReadonlyMap<Source, number>
  /** Reads what a source serves. */
  readonly read: (source: Source) => Promise<void>
  /** Looks into its history; undefined: nobody asks for that. */
  readonly deriveHistory: ((source: Source) => Promise<void>) | undefined
  /** Told when all was tried to read the history as it is now. */
  readonly onHistorySettled: (source: Source) => Promise<void>
  /** Whether a look that is due is not needed. */
  readonly isSpared?: ((source: Source, seconds: number) => Promise<boolean>) | undefined
  /** Told of each look at a remote, and what it took. */
  readonly onLook?: (source: Source, milliseconds: number) => void
  /** Told of mistakes of ours; the rest goes on. */
  readonly onFailure: (source: Source, error: unknown) => void
}

const MAX_WAIT_MS = 5000
/** A remote that fails is looked at half as often after each failure, but at least this often. */
const MAX_BACKOFF_SECONDS = 1800
/** Timers take no more. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** When sources are looked at. Nothing that it promises rejects. */
export interface Schedule {
  /** Settles when every source was read once or could not be. */
  readonly ready: Promise<void>
  /** The same, but after a few seconds at most: one slow remote does not keep the others. */
  readonly begun: Promise<void>
  /** Settles when all histories have been read too. */
  readonly complete: Promise<void>
  /** Whether `complete` has settled. */
  isComplete(): boolean
  /** Looks at all sources now. */
  refresh(): Promise<void>
  /**
   * Takes other sources and intervals: after `before`, opens those that are new, and reads all. Settles when that was done
   * or could not be; histories come later.
   */
  configure(intervals: ReadonlyMap<Source, number>, before: Promise<unknown>): Promise<void>
  /** Looks at one now; looks that wait for their turn are one. */
  look(source: Source): Promise<void>
  /** Begins nothing any more. */
  stop(): void
  /** Settles once what is under way has ended. */
  idle(): Promise<void>
}

/**
 * Opens all sources at once, each without waiting for another, then brings their histories, then looks at each again
 * and again. On one source only one task works at a time. It is long because its functions share the queues and timers
 * of sources.
 */
export function startSchedule({
  intervals: first,
  read,
  deriveHistory,
  onHistorySettled,
  isSpared = async () => false,
  onLook,
  onFailure,
}: ScheduleOptions): Schedule {
  let intervals = first
  let isStopped = false
  const queues = new Map<Source, PQueue>()
  async function enqueue(source: Source, task: () => Promise<void>): Promise<void> {
    try {
      await queues.get(source)?.add(async () => (isStopped ? undefined : task()))
    } catch (error) {
      if (!isStopped) onFailure(source, error)
    }
  }

  async function timed(source: Source, work: () => Promise<unknown>): Promise<void> {
    const start = performance.now()
    await work()
    if (!source.isLocal) onLook?.(source, performance.now() - start)
  }

  /** History that could not be had is asked for again at each look. */
  async function bringHistory(source: Source): Promise<void> {
    try {
      await deriveHistory?.(source)
      if (deriveHistory === undefined || source.isLocal) return
      const hasArrived = await source.deepen()
      await read(source)
      if (hasArrived) await deriveHistory(source)
    } finally {
      await onHistorySettled(source)
    }
  }

  function open(source: Source): Promise<void> {
    if (!queues.has(source)) queues.set(source, new PQueue({ concurrency: 1 }))
    return enqueue(source, async () => {
      await timed(source, () => source.open())
      await read(source)
    })
  }

  const sources = [...intervals.keys()]
  const ready = settle(sources, open)
  const begun = Promise.race([ready, pauseFor(MAX_WAIT_MS)])
  const complete = settle(sources, async (source) => {
    await begun
    await enqueue(source, () => bringHistory(source))
  })
  let isComplete = false
  void complete.then(() => {
    isComplete = true
  })
  const waiting = new Map<Source, Promise<void>>()
  /** Calls that wait for their turn share one look. */
  function look(source: Source): Promise<void> {
    const shared = waiting.get(source)
    if (shared !== undefined) return shared
    const own = enqueue(source, async () => {
      // An idle queue starts a task before `waiting` has its promise.
      await Promise.resolve()
      waiting.delete(source)
      await timed(source, () => source.refresh())
      await read(source)
      await bringHistory(source)
      await source.maintain()
    })
    waiting.set(source, own)
    return own
  }
  const timers = new Map<Source, NodeJS.Timeout>()
  function wait(source: Source): void {
    const seconds = intervals.get(source)
    if (isStopped || seconds === undefined) return
    const next = async (): Promise<void> => {
      if (!(await isSpared(source, seconds))) await look(source)
      wait(source)
    }
    clearTimeout(timers.get(source))
    timers.set(source, setTimeout(() => void next(), waitMs(source, seconds)).unref())
  }
  for (const source of sources) wait(source)

  async function configure(
    next: ReadonlyMap<Source, number>,
    before: Promise<unknown>,
  ): Promise<void> {
    const former = intervals
    intervals = next
    for (const source of former.keys()) {
      if (next.has(source)) continue
      clearTimeout(timers.get(source))
      timers.delete(source)
      queues.delete(source)
    }
    await before
    const all = [...next.keys()]
    const opened = settle(all, open)
    for (const [source, seconds] of next) if (former.get(source) !== seconds) wait(source)
    await opened
    for (const source of all) void enqueue(source, () => bringHistory(source))
  }

  return {
    ready,
    begun,
    complete,
    isComplete: () => isComplete,
    refresh: () => settle([...intervals.keys()], look),
    configure,
    look,
    stop() {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
    async idle() {
      for (const one of queues.values()) await one.onIdle()
    },
  }
}

/** Until the next look: an eighth sooner or later, as remotes are not to be asked all at once. */
function waitMs({ failures, isLocal }: Source, seconds: number): number {
  const backoff = isLocal ? 1 : 2 ** Math.min(failures, 30)
  const longest = Math.max(seconds, MAX_BACKOFF_SECONDS)
  const jitter = 7 / 8 + Math.random() / 4
  return Math.min(MAX_TIMER_MS, Math.min(seconds * backoff, longest) * jitter * 1000)
}

async function settle(
  sources: readonly Source[],
  work: (source: Source) => Promise<void>,
): Promise<void> {
  await Promise.all(sources.map(work))
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
