/** Waiting items by client. Clients take turns. */
export interface Turns<T> {
  /** Appends an item to the client's line unless it is already there. An item may be in several lines. */
  add(client: string, item: T): void
  /** Removes an item; returns whether it was waiting. */
  remove(item: T): boolean
  /** Removes and returns the first item of the next client that `mayHave` allows. */
  next(mayHave?: (client: string) => boolean): T | undefined
  /** Returns how many items are waiting, in total or for a client. */
  waiting(client?: string): number
  /** Returns the last item of the longest line, if that is longer than the client's line would be with another item. */
  longerThan(client: string): T | undefined
}

export function createTurns<T>(): Turns<T> {
  /** Sorted by turn; no line is empty. */
  const lines = new Map<string, Set<T>>()

  function remove(item: T): boolean {
    let hasWaited = false
    for (const [client, line] of lines) {
      if (!line.delete(item)) continue
      hasWaited = true
      if (line.size === 0) lines.delete(client)
    }
    return hasWaited
  }

  return {
    add(client, item) {
      const line = lines.get(client) ?? new Set()
      lines.set(client, line.add(item))
    },
    remove,
    next(mayHave = () => true) {
      for (const [client, line] of lines) {
        if (!mayHave(client)) continue
        const [item] = line
        lines.delete(client)
        lines.set(client, line)
        if (item !== undefined) remove(item)
        return item
      }
      return undefined
    },
    waiting: (client) =>
      client === undefined
        ? new Set([...lines.values()].flatMap((line) => [...line])).size
        : (lines.get(client)?.size ?? 0),
    longerThan(client) {
      const longest = [...lines.values()].reduce((a, b) => (b.size > a.size ? b : a))
      return longest.size > (lines.get(client)?.size ?? 0) + 1 ? [...longest].at(-1) : undefined
    },
  }
}
