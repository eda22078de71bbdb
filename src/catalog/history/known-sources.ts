import type { Units } from '../unit.ts'

/** Which strings the translations of a bilingual component have: those of its source language. */
export interface KnownSources {
  /** Counts the units of a translation; the rows that no translation had before, in order. */
  add(units: Units): number[]
  /** Takes the units of a translation away, once `settle` is called: what one file loses another may take over. */
  remove(units: Units): void
  settle(): void
}

/** Knows nothing yet. */
export function createKnownSources(): KnownSources {
  const counts = new Map<string, number>()
  let removed: Units[] = []

  return {
    add(units) {
      const added: number[] = []
      for (let row = 0; row < units.table.count; row++) {
        const key = keyOf(units, row)
        const count = counts.get(key) ?? 0
        counts.set(key, count + 1)
        if (count === 0) added.push(row)
      }
      return added
    },
    remove(units) {
      removed.push(units)
    },
    settle() {
      for (const units of removed) {
        for (let row = 0; row < units.table.count; row++) {
          const key = keyOf(units, row)
          const count = counts.get(key) ?? 0
          if (count > 1) counts.set(key, count - 1)
          else counts.delete(key)
        }
      }
      removed = []
    },
  }
}

/** As in the identity of a unit. */
function keyOf({ table }: Units, row: number): string {
  return table.sources[row]! + table.contexts[row]!
}
