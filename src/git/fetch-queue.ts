import { withoutCredentials } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { explainFailure } from './remote/failure.ts'

/** Resolves to whether anything new arrived, or to undefined if the fetch was not possible yet. */
type Fetch = () => Promise<boolean | undefined>

/** What a fetch transfers. Each topic has its own error: fetching tips may succeed while fetching history fails. */
type Topic = 'tips' | 'history'

/** Runs the fetches of one source one at a time. Its methods never reject; `error` holds the failure. */
export class FetchQueue {
  /** Address of the source; may hold credentials. */
  readonly #url: string
  readonly #errors: Partial<Record<Topic, RepositoryError | undefined>> = {}
  #failures = 0
  #last: Promise<unknown> = Promise.resolve()
  #waiting: Promise<boolean> | undefined
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  get error(): RepositoryError | undefined {
    return this.#errors.tips ?? this.#errors.history
  }

  /** How many fetches of tips have failed since the last one that succeeded. */
  get failures(): number {
    return this.#failures
  }

  /** Queues a fetch. Resolves to whether anything new arrived. */
  run(fetch: Fetch, topic: Topic = 'tips'): Promise<boolean> {
    return this.#add(async () => {
      if (this.#isClosed) return false
      try {
        const hasChanged = await fetch()
        if (hasChanged === undefined) return false
        this.#errors[topic] = undefined
        if (topic === 'tips') this.#failures = 0
        return hasChanged
      } catch (cause) {
        if (this.#isClosed) return false
        this.#errors[topic] = asRepositoryError(cause, this.#url)
        if (topic === 'tips') this.#failures++
        return false
      }
    })
  }

  /** Queues a fetch as `run` does; calls that are still waiting share one fetch. */
  runShared(fetch: Fetch): Promise<boolean> {
    this.#waiting ??= this.run(() => {
      this.#waiting = undefined
      return fetch()
    })
    return this.#waiting
  }

  /** Queues other work, which must not reject. */
  runQuietly(work: () => Promise<void>): Promise<void> {
    return this.#add(async () => (this.#isClosed ? undefined : work()))
  }

  /** Ends the running fetch with `stop`; waiting fetches do not start. */
  async close(stop: () => Promise<void>): Promise<void> {
    this.#isClosed = true
    await stop()
    await this.#last
  }

  #add<T>(work: () => Promise<T>): Promise<T> {
    const job = this.#last.then(work)
    this.#last = job
    return job
  }
}

function asRepositoryError(cause: unknown, url: string): RepositoryError {
  if (cause instanceof RepositoryError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  return explainFailure({ url: withoutCredentials(url), message, cause })
}
