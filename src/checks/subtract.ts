/** Returns whether both lists have the same keys in the same order. */
export function haveSameOrder<T>(
  some: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => string,
): boolean {
  return (
    some.length === others.length &&
    some.every((item, index) => keyOf(item) === keyOf(others[index] as T))
  )
}

/** Returns the items whose key the others lack or have less often. */
export function subtract<T>(
  items: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  const counts = new Map<string, number>()
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1)
  return items.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0
    counts.set(keyOf(item), count - 1)
    return count <= 0
  })
}

/** Returns the items whose key the others do not have at all. */
export function without<T>(
  items: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  if (items.length === 0) return []
  const keys = new Set(others.map(keyOf))
  return items.filter((item) => !keys.has(keyOf(item)))
}
