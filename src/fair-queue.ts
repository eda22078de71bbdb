/** Waiting items by client. Clients take turns. */
export class Turns<T> {
  /** Sorted by turn; no line is empty. */
  readonly #lines = new Map<string, Set<T>>()

  /** Appends an item to the client's line unless it is already there. An item may be in several lines. */
  add(client: string, item: T): void {
    const line = this.#lines.get(client) ?? new Set()
    this.#lines.set(client, line.add(item))
  }

  /** Removes an item; returns whether it was waiting. */
  remove(item: T): boolean {
    let hasWaited = false
    for (const [client, line] of this.#lines) {
      if (!line.delete(item)) continue
      hasWaited = true
      if (line.size === 0) this.#lines.delete(client)
    }
    return hasWaited
  }

  /** Removes and returns the first item of the next client that `mayHave` allows. */
  next(mayHave: (client: string) => boolean = () => true): T | undefined {
    for (const [client, line] of this.#lines) {
      if (!mayHave(client)) continue
      const [item] = line
      this.#lines.delete(client)
      this.#lines.set(client, line)
      if (item !== undefined) this.remove(item)
      return item
    }
    return undefined
  }

  /** Returns how many items are waiting, in total or for a client. */
  waiting(client?: string): number {
    if (client !== undefined) return this.#lines.get(client)?.size ?? 0
    return new Set([...this.#lines.values()].flatMap((line) => [...line])).size
  }

  /** Returns the last item of the longest line, if that is longer than the client's line would be with another item. */
  longerThan(client: string): T | undefined {
    const longest = [...this.#lines.values()].reduce((a, b) => (b.size > a.size ? b : a))
    return longest.size > this.waiting(client) + 1 ? [...longest].at(-1) : undefined
  }
}

interface FairQueueOptions {
  readonly concurrency: number
  /** How much work runs at once per client (default: `concurrency`). */
  readonly perClient?: number
  /** A client whose work precedes that of all others. */
  readonly first?: string
}

/** Limits concurrent work, in total and per client. Waiting clients take turns. */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #turns = new Turns<() => void>()
  readonly #running = new Map<string, number>()

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  waiting(client?: string): number {
    return this.#turns.waiting(client)
  }

  /** Runs work in its turn. Rejects as the work does, or with the signal's reason if aborted before the start. */
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
