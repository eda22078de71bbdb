import type { Config } from '../../config/config.ts'
import type { Source } from '../../git/source.ts'
import type { HistoryScope } from '../../history/component-history.ts'
import { nextTurn } from '../../next-turn.ts'
import type { SharedPolls } from '../../redis/shared.ts'
import type { CatalogEvent } from './announce.ts'
import type { ServedProjects } from './served-projects.ts'
import { sharePolls } from './shared-polls.ts'
import { repositoriesOf } from './sources.ts'

interface ScheduleOptions {
  readonly served: Pick<ServedProjects, 'read' | 'readHistory' | 'finalizeHistory' | 'pathIn'>
  /** The seconds between two polls of each source. */
  readonly intervals: ReadonlyMap<Source, number>
  /** Sources by address; polls are shared by it. */
  readonly sources: ReadonlyMap<string, Source>
  /** Shares polls with other nodes; undefined if this node is alone. */
  readonly polls?: SharedPolls | undefined
  readonly history?: HistoryScope
  /** Told of each poll of a remote, and of bugs in gitglot; the rest goes on. */
  readonly onEvent?: (event: CatalogEvent) => void
}

const MAX_WAIT_MS = 5000
/** How soon after the start a clone that is due is polled: reading it comes first. */
const FIRST_POLL_MS = 5000
/** A failing remote is polled half as often after each failure, but at least this often. */
const MAX_BACKOFF_SECONDS = 1800
/** The longest delay that timers accept. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface Followed {
  /** Between two polls. */
  seconds: number
  /** Settles when everything requested so far is done, one task after another. */
  last: Promise<void>
  /** The poll that waits for its turn. */
  waiting: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Keeps what is served up to date with its sources. Opens all at once, independently, then reads their histories, then
 * polls each again and again. Its promises never reject.
 */
export class Schedule {
  readonly #options: ScheduleOptions
  readonly #sharedPolls: ReturnType<typeof sharePolls> | undefined
  #sources: ReadonlyMap<Source, Followed> = new Map()
  #isStopped = false
  /** Whether `complete` has settled. */
  isComplete = false
  /** Settles when every source has been read once, or could not be. */
  readonly ready: Promise<void>
  /** Settles at the same time, but after a few seconds at most, so that a slow remote does not delay the others. */
  readonly begun: Promise<void>
  /** Settles when all histories have been read as well. */
  readonly complete: Promise<void>

  constructor(options: ScheduleOptions) {
    this.#options = options
    const { polls, sources } = options
    this.#sharedPolls = polls && sharePolls(polls, sources, (source) => void this.check(source))
    this.#follow(options.intervals)
    this.ready = this.#each((source) => this.#open(source))
    // Answers waiting callers in a later turn than the one that ends the reading.
    const pause = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS).unref())
    this.begun = Promise.race([this.ready, pause]).then(nextTurn)
    this.complete = this.#each(async (source) => {
      await this.begun
      await this.#enqueue(source, () => this.#fetchHistory(source))
    }).then(() => {
      this.isComplete = true
    })
  }

  refresh(): Promise<void> {
    return this.#each((source) => this.check(source))
  }

  /** Polls a source now. Waiting polls are merged. */
  async check(source: Source): Promise<void> {
    const followed = this.#sources.get(source)
    if (followed === undefined) return
    followed.waiting ??= this.#enqueue(source, async () => {
      followed.waiting = undefined
      await this.#timed(source, () => source.refresh())
      await this.#options.served.read(source)
      await this.#fetchHistory(source)
      await source.maintain()
    })
    await followed.waiting
  }

  /**
   * Takes new sources and intervals: after `before`, opens the new ones and reads all. Settles when that is done or has
   * failed; histories come later.
   */
  async configure(intervals: ReadonlyMap<Source, number>, before: Promise<unknown>): Promise<void> {
    this.#follow(intervals)
    await before
    await this.#each((source) => this.#open(source))
    void this.#each((source) => this.#enqueue(source, () => this.#fetchHistory(source)))
  }

  stop(): void {
    this.#isStopped = true
    for (const { timer } of this.#sources.values()) clearTimeout(timer)
  }

  async idle(): Promise<void> {
    for (const { last } of this.#sources.values()) await last
  }

  #follow(intervals: ReadonlyMap<Source, number>): void {
    const former = this.#sources
    const followed = [...intervals].map(([source, seconds]): [Source, Followed] => {
      const existing = former.get(source)
      const last = existing?.last ?? Promise.resolve()
      return [source, existing ?? { seconds, last, waiting: undefined, timer: undefined }]
    })
    this.#sources = new Map(followed)
    for (const [source, { timer }] of former) if (!intervals.has(source)) clearTimeout(timer)
    for (const [source, seconds] of intervals) {
      const entry = this.#sources.get(source)
      if (entry === undefined || (entry.timer !== undefined && entry.seconds === seconds)) continue
      // A clone that an earlier process fetched may be due.
      const { fetchedAt = Date.now() } = source
      const spentMs = entry.timer === undefined ? Math.max(0, Date.now() - fetchedAt) : 0
      entry.seconds = seconds
      this.#wait(source, entry, spentMs)
    }
  }

  #wait(source: Source, followed: Followed, spentMs = 0): void {
    if (this.#isStopped || this.#sources.get(source) !== followed) return
    const next = async (): Promise<void> => {
      const isSpared = await this.#sharedPolls?.isSpared(source, followed.seconds)
      if (!isSpared) await this.check(source)
      this.#wait(source, followed)
    }
    clearTimeout(followed.timer)
    const milliseconds = waitMs(source, followed.seconds)
    const soonest = Math.min(milliseconds, FIRST_POLL_MS * (1 + Math.random()))
    const left = Math.max(milliseconds - spentMs, soonest)
    followed.timer = setTimeout(() => void next(), left).unref()
  }

  #enqueue(source: Source, task: () => Promise<void>): Promise<void> {
    const followed = this.#sources.get(source)
    if (followed === undefined) return Promise.resolve()
    followed.last = followed.last
      .then(() => (this.#isStopped ? undefined : task()))
      .catch((error: unknown) => {
        const { served, onEvent } = this.#options
        if (!this.#isStopped) onEvent?.({ type: 'failed', component: served.pathIn(source), error })
      })
    return followed.last
  }

  #open(source: Source): Promise<void> {
    return this.#enqueue(source, async () => {
      await this.#timed(source, () => source.open())
      await this.#options.served.read(source)
    })
  }

  /** History that could not be fetched is requested again at each poll. */
  async #fetchHistory(source: Source): Promise<void> {
    const { served, history } = this.#options
    try {
      if (history === 'none') return
      await served.readHistory(source)
      if (source.isLocal) return
      const hasArrived = await source.deepen()
      await served.read(source)
      if (hasArrived) await served.readHistory(source)
    } finally {
      await served.finalizeHistory(source)
    }
  }

  async #timed(source: Source, work: () => Promise<unknown>): Promise<void> {
    const start = performance.now()
    await work()
    if (source.isLocal) return
    this.#sharedPolls?.report(source)
    const { served, onEvent } = this.#options
    const component = served.pathIn(source)
    const milliseconds = performance.now() - start
    onEvent?.({ type: 'fetched', component, milliseconds, error: source.error?.message })
  }

  async #each(work: (source: Source) => Promise<void>): Promise<void> {
    await Promise.all([...this.#sources.keys()].map(work))
  }
}

/** Time until the next poll: up to an eighth sooner or later, so that remotes are not polled all at once. */
function waitMs({ failures, isLocal }: Source, seconds: number): number {
  const backoff = isLocal ? 1 : 2 ** Math.min(failures, 30)
  const longest = Math.max(seconds, MAX_BACKOFF_SECONDS)
  const jitter = 7 / 8 + Math.random() / 4
  return Math.min(MAX_TIMER_MS, Math.min(seconds * backoff, longest) * jitter * 1000)
}

/** Returns the seconds between two polls of a source: the shortest interval of its components. */
export function intervalsOf(
  sources: ReadonlyMap<string, Source>,
  config: Config,
): Map<Source, number> {
  const users = repositoriesOf(config)
  return new Map([...sources].map(([url, source]) => [source, users.get(url)!.seconds]))
}
