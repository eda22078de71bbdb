import { createTurns } from './turns.ts'

interface FairQueueOptions {
  /** How much is done at once. */
  readonly concurrency: number
  /** The same for one client (default: as much as for all). */
  readonly perClient?: number
  /** The client whose work begins before that of all others. */
  readonly first?: string
}

/** Does some work at once, of all clients and of each; those that wait have their turns one after the other. */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #turns = createTurns<() => void>()
  /** How much is done for each client. */
  readonly #running = new Map<string, number>()

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** How much waits, of all clients or of one. */
  waiting(client?: string): number {
    return this.#turns.waiting(client)
  }

  /** Does work when it is its turn. Rejects as the work does, and with the signal's reason where it is aborted before. */
  add<T>(client: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const leave = () => {
        this.#turns.remove(begin)
        reject(signal?.reason)
      }
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        this.#count(client, 1)
        void work()
          .then(resolve, reject)
          .finally(() => {
            this.#count(client, -1)
            this.#begin()
          })
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#turns.add(client, begin)
      this.#begin()
    })
  }

  #begin(): void {
    const { concurrency, perClient = concurrency, first } = this.#options
    while ([...this.#running.values()].reduce((sum, count) => sum + count, 0) < concurrency) {
      const isFirstWaiting = first !== undefined && this.waiting(first) > 0
      const begin = this.#turns.next(
        (client) =>
          (this.#running.get(client) ?? 0) < perClient && (!isFirstWaiting || client === first),
      )
      if (begin === undefined) return
      begin()
    }
  }

  #count(client: string, change: number): void {
    const count = (this.#running.get(client) ?? 0) + change
    if (count === 0) this.#running.delete(client)
    else this.#running.set(client, count)
  }
}
