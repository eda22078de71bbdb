import type { BatchCheckId, BatchColumns, BatchTranslation } from './translation.ts'

/**
 * Units that a check of many units fails on together, among the translations of a language or of a component; those that
 * ignore it are left out.
 */
export interface Finding {
  readonly check: BatchCheckId
  /** Where it stands among those of all languages, of which a limited number count. */
  readonly order: string
  /** Two numbers a unit: the place of its translation, and its row. */
  readonly units: Uint32Array
}

/** Looks at the translations of a language for what a check fails on. */
export interface Search {
  readonly check: BatchCheckId
  scan(columns: BatchColumns, translation: BatchTranslation): void
  /** Of what was seen that with the lowest order, as much as may be marked. */
  choose(): Chosen
}

/** What a search has chosen. */
interface Chosen {
  /** Ascending. */
  readonly orders: readonly string[]
  /** Which of these a row has, by its place; -1 for none. */
  placeOf(columns: BatchColumns, row: number, translation: BatchTranslation): number
}

/** Finds the units of what searches choose. */
export function findUnits(
  searches: readonly Search[],
  translations: readonly BatchTranslation[],
): readonly Finding[] {
  for (const translation of translations) {
    const columns = translation.columns()
    for (const search of searches) search.scan(columns, translation)
  }
  const searched = searches.flatMap(({ check, choose }) => {
    const { orders, placeOf } = choose()
    return orders.length === 0
      ? []
      : [{ check, orders, placeOf, units: orders.map((): number[] => []) }]
  })
  if (searched.length === 0) return []
  for (const [index, translation] of translations.entries()) {
    const columns = translation.columns()
    for (const { check, placeOf, units } of searched) {
      for (let row = 0; row < translation.count; row++) {
        const place = placeOf(columns, row, translation)
        if (place >= 0 && !translation.ignores(row, check)) units[place]?.push(index, row)
      }
    }
  }
  return searched.flatMap(({ check, orders, units }) =>
    orders.map((order, place) => ({ check, order, units: Uint32Array.from(units[place] ?? []) })),
  )
}
