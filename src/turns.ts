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
