/** What waits, by the clients who asked for it: each has a turn before one has another. */
export interface Turns<T> {
  /** At the end of the client's line, unless it stands there. It may stand in those of several. */
  add(client: string, item: T): void
  /** Returns whether it waited. */
  remove(item: T): boolean
  /** Takes out the first item of the client whose turn it is, of those who may have one. */
  next(mayHave?: (client: string) => boolean): T | undefined
  /** How many items wait, of all clients or of one. */
  waiting(client?: string): number
  /** The last one in the longest line, where that is longer than a client's line with another one. */
  longerThan(client: string): T | undefined
}

export function createTurns<T>(): Turns<T> {
  /** In the order of turns; none is empty. */
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
