import PQueue from 'p-queue'
import type { Source } from '../../git/source.ts'

interface ScheduleOptions {
  /** Seconds between two looks at each. */
  readonly intervals: ReadonlyMap<Source, number>
  /** Reads what a source serves. */
  readonly read: (source: Source) => Promise<void>
  /** Looks into its history; undefined: nobody asks for that. */
  readonly deriveHistory: ((source: Source) => Promise<void>) | undefined
  /** Told of mistakes of ours; the rest goes on. */
  readonly onFailure: (source: Source, error: unknown) => void
}

const MAX_WAIT_MS = 5000

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
  /** Begins nothing any more. */
  stop(): void
  /** Settles once what is under way has ended. */
  idle(): Promise<void>
}

/**
 * Opens all sources at once, each without waiting for another, then brings their histories, then looks at each again and
 * again. On one source only one task works at a time.
 */
export function startSchedule({
  intervals,
  read,
  deriveHistory,
  onFailure,
}: ScheduleOptions): Schedule {
  const sources = [...intervals.keys()]
  let isStopped = false
  const queues = new Map(sources.map((source) => [source, new PQueue({ concurrency: 1 })]))
  async function enqueue(source: Source, task: () => Promise<void>): Promise<void> {
    try {
      await queues.get(source)?.add(async () => (isStopped ? undefined : task()))
    } catch (error) {
      if (!isStopped) onFailure(source, error)
    }
  }

  const ready = settle(sources, (source) =>
    enqueue(source, async () => {
      await source.open()
      await read(source)
    }),
  )
  const begun = Promise.race([ready, pauseFor(MAX_WAIT_MS)])
  const complete = settle(sources, async (source) => {
    await begun
    if (deriveHistory === undefined) return
    await enqueue(source, () => deriveHistory(source))
    if (source.isLocal) return
    await source.deepen()
    await enqueue(source, () => deriveHistory(source))
  })
  let isComplete = false
  void complete.then(() => {
    isComplete = true
  })
  const look = (source: Source) =>
    enqueue(source, async () => {
      await source.refresh()
      await read(source)
      await deriveHistory?.(source)
    })
  const timers = [...intervals].map(([source, seconds]) =>
    setInterval(() => void look(source), seconds * 1000).unref(),
  )
  return {
    ready,
    begun,
    complete,
    isComplete: () => isComplete,
    refresh: () => settle(sources, look),
    stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
    },
    async idle() {
      for (const one of queues.values()) await one.onIdle()
    },
  }
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
