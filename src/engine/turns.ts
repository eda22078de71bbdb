/** What waits, by who asked for it: each has a turn before one has another. */
export interface Turns<T> {
  add(client: string, item: T): void
  /** Returns whether it waited. */
  remove(item: T): boolean
  /** Takes out the first item of the client whose turn it is. */
  next(): T | undefined
}

export function createTurns<T>(): Turns<T> {
  /** In the order of turns. */
  const lines = new Map<string, Set<T>>()
  return {
    add(client, item) {
      const line = lines.get(client) ?? new Set()
      lines.set(client, line.add(item))
    },
    remove(item) {
      for (const [client, line] of lines) {
        if (!line.delete(item)) continue
        if (line.size === 0) lines.delete(client)
        return true
      }
      return false
    },
    next() {
      for (const [client, line] of lines) {
        const [item] = line
        lines.delete(client)
        if (item === undefined) continue
        line.delete(item)
        if (line.size > 0) lines.set(client, line)
        return item
      }
      return undefined
    },
  }
}
