import { withoutCredentials } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { explainFailure } from './remote/failure.ts'

/** Resolves to whether something arrived; to undefined where it could not be tried. */
type Fetch = () => Promise<boolean | undefined>

/** What a fetch brings. Each has an error of its own: that the tips arrived does not mean that their history did. */
type Topic = 'tips' | 'history'

/** Runs the fetches of one source, one at a time. None rejects: what fails is found in `error`. */
export class FetchQueue {
  /** Of the source; it may hold credentials. */
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

  /** How many fetches of tips have rejected since one resolved. */
  get failures(): number {
    return this.#failures
  }

  /** Resolves to whether something arrived. */
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

  /** The same; calls that wait share one fetch. */
  runShared(fetch: Fetch): Promise<boolean> {
    this.#waiting ??= this.run(() => {
      this.#waiting = undefined
      return fetch()
    })
    return this.#waiting
  }

  /** Runs other work when it is its turn, which must not reject. */
  runQuietly(work: () => Promise<void>): Promise<void> {
    return this.#add(async () => (this.#isClosed ? undefined : work()))
  }

  /** Ends the running fetch with `stop`; those that wait do not start. */
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
