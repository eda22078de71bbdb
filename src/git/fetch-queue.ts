import PQueue from 'p-queue'
import { withoutCredentials } from '../address.ts'
import { RepositoryError } from '../errors.ts'
import { explainFailure } from './remote/failure.ts'

/** Resolves to whether something arrived; to undefined where it could not be tried. */
type Fetch = () => Promise<boolean | undefined>

/** What a fetch brings. Each has an error of its own: that the tips arrived does not mean that their history did. */
type Topic = 'tips' | 'history'

/** Runs the fetches of one source, one at a time. None rejects: what fails is found in `error`. */
interface FetchQueue {
  readonly error: RepositoryError | undefined
  /** How many fetches of tips have rejected since one resolved. */
  readonly failures: number
  /** Resolves to whether something arrived. */
  run(fetch: Fetch, topic?: Topic): Promise<boolean>
  /** The same; calls that wait share one fetch. */
  runShared(fetch: Fetch): Promise<boolean>
  /** Runs other work when it is its turn, which must not reject. */
  runQuietly(work: () => Promise<void>): Promise<void>
  /** Ends the running fetch with `stop`; those that wait do not start. */
  close(stop: () => Promise<void>): Promise<void>
}

/** A queue for the source with an address, which may hold credentials. */
export function createFetchQueue(url: string): FetchQueue {
  const queue = new PQueue({ concurrency: 1 })
  const errors: Partial<Record<Topic, RepositoryError | undefined>> = {}
  let failures = 0
  let waiting: Promise<boolean> | undefined
  let isClosed = false

  function run(fetch: Fetch, topic: Topic = 'tips'): Promise<boolean> {
    return queue.add(async () => {
      if (isClosed) return false
      try {
        const hasChanged = await fetch()
        if (hasChanged === undefined) return false
        errors[topic] = undefined
        if (topic === 'tips') failures = 0
        return hasChanged
      } catch (cause) {
        if (isClosed) return false
        errors[topic] = asRepositoryError(cause, url)
        if (topic === 'tips') failures++
        return false
      }
    })
  }

  return {
    get error() {
      return errors.tips ?? errors.history
    },
    get failures() {
      return failures
    },
    run,
    runShared(fetch) {
      waiting ??= run(async () => {
        // An idle queue starts a task before `waiting` has its promise.
        await Promise.resolve()
        waiting = undefined
        return fetch()
      })
      return waiting
    },
    runQuietly: (work) => queue.add(async () => (isClosed ? undefined : work())),
    async close(stop) {
      isClosed = true
      await stop()
      await queue.onIdle()
    },
  }
}

function asRepositoryError(cause: unknown, url: string): RepositoryError {
  if (cause instanceof RepositoryError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  return explainFailure({ url: withoutCredentials(url), message, cause })
}
