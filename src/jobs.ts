import { setMaxListeners } from 'node:events'
import { Turns } from './fair-queue.ts'

interface JobRequest {
  /** Clients take turns, no matter how many jobs each requests. */
  readonly client: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** When the client started to wait, in `performance.now()` (default: now). */
  readonly since?: number | undefined
}

/** A job from the view of its work. */
export interface Job {
  /** Aborted when no client wants the result any more. */
  readonly signal: AbortSignal
  /** Reports progress: `done` of `total`, such as `components`. */
  progress(done: number, total: number, what: string): void
}

/** The result is not ready yet. The message reports the progress. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError'
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface JobsOptions {
  readonly concurrency: number
  readonly maxWaiting: number
  /** How long a client waits, from the arrival of its request. */
  readonly timeoutMs: number
}

interface Entry {
  readonly key: string
  readonly work: (job: Job) => Promise<unknown>
  readonly controller: AbortController
  readonly askers: Set<Asker>
  /** Start in `performance.now()`; undefined while the job waits. */
  begun: number | undefined
  /** When a client last timed out and may retry; undefined if none has. */
  missed: number | undefined
  progress: { readonly done: number; readonly total: number; readonly what: string } | undefined
}

interface Asker {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** How long the result of a timed-out job is kept for a retry. */
const GRACE_MS = 60_000
const MAX_KEPT = 8
const MAX_RETRY_SECONDS = 60

/** Long work that requests wait for. Clients take turns. */
export class Jobs {
  readonly #options: JobsOptions
  readonly #entries = new Map<string, Entry>()
  readonly #lines = new Turns<Entry>()
  readonly #running = new Set<Entry>()
  readonly #lateResults = new Map<string, unknown>()

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /**
   * Runs a job once for all concurrent requests with the same key, which must mean the same work. Rejects as the work
   * does, with the signal's reason if the client disconnects, and with NotReadyError if the job takes too long, or at
   * once if too many jobs wait. A job outlives its timeout; the next identical request gets its result. A job is
   * dropped or aborted when all clients disconnect, or fail to retry while other jobs wait.
   */
  async run<T>(key: string, request: JobRequest, work: (job: Job) => Promise<T>): Promise<T> {
    const { client, signal } = request
    signal.throwIfAborted()
    const joined = this.#entries.get(key)
    if (joined === undefined && this.#lateResults.has(key)) {
      const result = this.#lateResults.get(key)
      this.#lateResults.delete(key)
      return result as T // The same key means the same work.
    }
    const entry = joined ?? this.#create(key, client, work)
    if (entry.begun === undefined) {
      this.#lines.add(client, entry)
      if (this.#running.size >= this.#options.concurrency) {
        // Drops jobs that nobody requests any more, such as those for an outdated answer.
        for (const runningEntry of [...this.#running].filter(isForgotten)) this.#drop(runningEntry)
      }
    }
    const result = this.#wait(entry, request) as Promise<T>
    this.#begin()
    return result
  }

  #create(key: string, client: string, work: Entry['work']): Entry {
    if (this.#lines.waiting() >= this.#options.maxWaiting) {
      const loser = this.#lines.longerThan(client)
      if (loser === undefined) throw busy()
      this.#drop(loser)
      notifyAskers(loser, ({ reject }) => reject(busy()))
    }
    const controller = new AbortController()
    // A job asks about many components at once.
    setMaxListeners(0, controller.signal)
    const state = { begun: undefined, missed: undefined, progress: undefined }
    const entry: Entry = { key, work, controller, askers: new Set(), ...state }
    this.#entries.set(key, entry)
    return entry
  }

  #begin(): void {
    while (this.#running.size < this.#options.concurrency) {
      const entry = this.#lines.next()
      if (entry === undefined) return
      if (isForgotten(entry)) this.#drop(entry)
      else void this.#do(entry)
    }
  }

  async #do(entry: Entry): Promise<void> {
    entry.begun = performance.now()
    this.#running.add(entry)
    const job: Job = {
      signal: entry.controller.signal,
      progress(done, total, what) {
        entry.progress = { done, total, what }
      },
    }
    try {
      const result = await entry.work(job)
      if (entry.askers.size === 0 && !entry.controller.signal.aborted) this.#keep(entry.key, result)
      notifyAskers(entry, ({ resolve }) => resolve(result))
    } catch (error) {
      notifyAskers(entry, ({ reject }) => reject(error))
    } finally {
      this.#running.delete(entry)
      this.#forget(entry)
      this.#begin()
    }
  }

  #keep(key: string, result: unknown): void {
    this.#lateResults.set(key, result)
    setTimeout(() => this.#lateResults.delete(key), GRACE_MS).unref()
    for (const [oldest] of this.#lateResults) {
      if (this.#lateResults.size <= MAX_KEPT) break
      this.#lateResults.delete(oldest)
    }
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key)
  }

  /** Drops a job; later requests start a new one. */
  #drop(entry: Entry): void {
    this.#forget(entry)
    this.#lines.remove(entry)
    entry.controller.abort()
  }

  #wait(entry: Entry, { signal, since = performance.now() }: JobRequest): Promise<unknown> {
    const timeLeft = Math.max(0, since + this.#options.timeoutMs - performance.now())
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', hangUp)
        entry.askers.delete(asker)
      }
      const asker: Asker = {
        resolve(result) {
          leave()
          resolve(result)
        },
        reject(error) {
          leave()
          reject(error)
        },
      }
      const hangUp = () => {
        asker.reject(signal.reason)
        if (entry.askers.size === 0 && entry.missed === undefined) this.#drop(entry)
      }
      const timer = setTimeout(() => {
        entry.missed = performance.now()
        asker.reject(notReady(entry))
      }, timeLeft)
      signal.addEventListener('abort', hangUp)
      entry.askers.add(asker)
    })
  }
}

function notifyAskers({ askers }: Entry, notify: (asker: Asker) => void): void {
  for (const asker of [...askers]) notify(asker)
}

function isForgotten({ askers, missed }: Entry): boolean {
  return askers.size === 0 && (missed === undefined || performance.now() > missed + GRACE_MS)
}

function busy(): NotReadyError {
  return new NotReadyError('The server is busy. Try again later.', 10)
}

/** Does not reveal the names of other clients' jobs. */
function notReady(entry: Entry): NotReadyError {
  const { begun, progress } = entry
  if (begun === undefined) {
    return new NotReadyError('Not ready yet: waiting for another answer.', 10)
  }
  if (progress === undefined) return new NotReadyError('Not ready yet: it has begun.', 5)
  const { done, total, what } = progress
  const left = done === 0 ? 5000 : ((performance.now() - begun) / done) * (total - done)
  const seconds = Math.min(Math.max(Math.ceil(left / 1000), 1), MAX_RETRY_SECONDS)
  const steps = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`
  return new NotReadyError(`Not ready yet: ${steps}.`, seconds)
}
